import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { selectEncoding } from '../pipeline/content-negotiation.ts';
import { isCachedJson } from '../pipeline/result.ts';
import type { Reply } from '../pipeline/call.ts';

const compressedBodies = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Compresses a reply with gzip, if its body is the same for all callers and this caller accepts gzip. Each body is
 * compressed only once.
 */
export const compressReply = (reply: Reply, { headers }: Pick<IncomingMessage, 'headers'>): Reply => {
  const { body } = reply;
  if (!isCachedJson(body) || !selectEncoding(headers['accept-encoding'], ['gzip'])) return reply;
  const bytes = compressedBodies.get(body) ?? gzipSync(body);
  compressedBodies.set(body, bytes);
  return { ...reply, headers: { ...reply.headers, 'Content-Encoding': 'gzip' }, body: bytes };
};
