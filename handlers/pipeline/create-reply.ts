import { encodeChunks } from '#runtime/shared/text-encoding.ts';
import { NoContent } from './no-content.ts';
import { getCachedJson } from './cached-json.ts';
import type { Call, Reply } from './call.ts';
import { selectFields } from './select-fields.ts';
import { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import { isFullListRequested, createListReply } from './list-reply.ts';
import type { PreparedOperation } from './prepare-operation.ts';
import type { ParsedQuery } from './query-parser.ts';
import { toTextReply, createJsonReply } from './reply.ts';
import { WithSignatures } from './with-signatures.ts';
import { WithHeaders } from './with-headers.ts';
import { StreamedJson } from './streamed-json.ts';

/** Converts a streamed value to JSON bytes, or to its records if the bytes can't be sent as they are. */
const toFinalValue = (value: unknown, { acceptsBytes }: Call, query: ParsedQuery): unknown => {
  if (!(value instanceof StreamedJson)) return value;
  return acceptsBytes && isFullListRequested(query)
    ? new JsonBytes(encodeChunks(value.chunks()), value.count)
    : value.createRecord();
};

const createReplyByKind = (operation: PreparedOperation, query: ParsedQuery, value: unknown): Reply => {
  if (value instanceof NoContent) return { status: value.status, headers: {}, body: undefined };
  if (value instanceof WithHeaders) {
    const reply = createReplyByKind(operation, query, value.body);
    return { ...reply, headers: { ...reply.headers, ...value.headers } };
  }
  const { spec, status, contentType } = operation;
  if (value instanceof WithSignatures) {
    const reply = createReplyByKind(operation, query, value.value);
    return query.form ? toTextReply(reply, value.signatures()) : reply;
  }
  if (contentType) return { status, headers: { 'Content-Type': contentType }, body: value };
  if (value instanceof JsonBytes) {
    return createJsonReply(status, value.bytes, spec.list && { 'X-Total-Count': String(value.count) });
  }
  if (spec.list) {
    return createListReply(value as readonly unknown[] | LazyList<unknown>, query, {
      status,
      hint: spec.hint,
    });
  }
  return createJsonReply(status, spec.fields ? selectFields(value, query) : value);
};

/** Creates the reply of a successful operation from the value that its handler returned. */
export const createReply = (
  operation: PreparedOperation,
  call: Call,
  query: ParsedQuery,
  value: unknown,
): Reply => {
  const reply = createReplyByKind(operation, query, toFinalValue(value, call, query));
  const bytes = call.acceptsBytes ? getCachedJson(reply.body) : undefined;
  // The host can cache the compressed form of these bytes.
  return bytes ? { ...reply, headers: { ...reply.headers, Vary: 'Accept-Encoding' }, body: bytes } : reply;
};
