import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { acceptedCoding } from '../pipeline/accept.ts';
import { isCachedJson } from '../pipeline/cached-json.ts';
import type { Reply } from '../pipeline/call.ts';

const compressed = new WeakMap<Uint8Array, Uint8Array>();

/** The reply in gzip, where its body is the same for all callers and this one takes gzip. Each is compressed once. */
export const compress = (reply: Reply, { headers }: Pick<IncomingMessage, 'headers'>): Reply => {
  const { body } = reply;
  if (!isCachedJson(body) || !acceptedCoding(headers['accept-encoding'], ['gzip'])) return reply;
  const bytes = compressed.get(body) ?? gzipSync(body);
  compressed.set(body, bytes);
  return { ...reply, headers: { ...reply.headers, 'Content-Encoding': 'gzip' }, body: bytes };
};
