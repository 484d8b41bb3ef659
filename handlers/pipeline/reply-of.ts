import { bytesOf } from '#runtime/disk/text.ts';
import { Bodiless } from './bodiless.ts';
import { cachedJson } from './cached-json.ts';
import type { Call, Reply } from './call.ts';
import { trim } from './fields.ts';
import { JsonBytes } from './json-bytes.ts';
import type { Listing } from './listing.ts';
import { asksForAll, listReply } from './page.ts';
import type { Prepared } from './prepared.ts';
import type { ParsedQuery } from './query.ts';
import { asText, jsonReply } from './reply.ts';
import { Signed } from './signed.ts';
import { WithHeaders } from './with-headers.ts';
import { Written } from './written.ts';

/** What can be written is bytes where nobody wants to look into it, or a part of it. */
const settled = (value: unknown, { takesBytes }: Call, query: ParsedQuery): unknown => {
  if (!(value instanceof Written)) return value;
  return takesBytes && asksForAll(query)
    ? new JsonBytes(bytesOf(value.pieces()), value.count)
    : value.record();
};

const made = (prepared: Prepared, query: ParsedQuery, value: unknown): Reply => {
  if (value instanceof Bodiless) return { status: value.status, headers: {}, body: undefined };
  if (value instanceof WithHeaders) {
    const reply = made(prepared, query, value.body);
    return { ...reply, headers: { ...reply.headers, ...value.headers } };
  }
  const { spec, status, contentType } = prepared;
  if (value instanceof Signed) {
    const reply = made(prepared, query, value.value);
    return query.form ? asText(reply, value.signatures()) : reply;
  }
  if (contentType) return { status, headers: { 'Content-Type': contentType }, body: value };
  if (value instanceof JsonBytes) {
    return jsonReply(status, value.bytes, spec.list && { 'X-Total-Count': String(value.count) });
  }
  if (spec.list) {
    return listReply(value as readonly unknown[] | Listing<unknown>, query, { status, hint: spec.hint });
  }
  return jsonReply(status, spec.fields ? trim(value, query) : value);
};

/** The reply of an operation that succeeded, by the kind of what its handler returned. */
export const replyOf = (prepared: Prepared, call: Call, query: ParsedQuery, value: unknown): Reply => {
  const reply = made(prepared, query, settled(value, call, query));
  const bytes = call.takesBytes ? cachedJson(reply.body) : undefined;
  // a host may compress what it has once for all callers
  return bytes ? { ...reply, headers: { ...reply.headers, Vary: 'Accept-Encoding' }, body: bytes } : reply;
};
