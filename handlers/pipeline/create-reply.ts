/** Turns what handlers return into replies. */
import { encodeChunks } from '#runtime/shared/text-encoding.ts';
import { encodeInSlices, type TimeSlices } from '../event-loop-turns.ts';
import { type Call, createJsonReply, type Reply, toTextReply } from './call.ts';
import { getCachedJson, type LazyList, Result, type SlicedValue } from './result.ts';
import type { PageQuery, ParsedQuery, PreparedOperation } from './prepare-operation.ts';

/** Creates the reply of a successful operation from the value that its handler returned. */
export const createReply = (
  operation: PreparedOperation,
  call: Call,
  query: ParsedQuery,
  value: unknown,
): Reply => {
  const reply = createValueReply(operation, call, query, value);
  const bytes = call.acceptsBytes ? getCachedJson(reply.body) : undefined;
  // The host can cache the compressed form of these bytes.
  return bytes ? { ...reply, headers: { ...reply.headers, Vary: 'Accept-Encoding' }, body: bytes } : reply;
};

const createValueReply = (
  operation: PreparedOperation,
  call: Call,
  query: ParsedQuery,
  value: unknown,
): Reply => {
  if (Result.is(value)) return createResultReply(operation, call, query, value);
  const { spec, status, contentType } = operation;
  if (contentType) return { status, headers: { 'Content-Type': contentType }, body: value };
  if (spec.list) return createListReply(operation, query, value as readonly unknown[]);
  return createJsonReply(status, spec.fields ? selectFields(value, query) : value);
};

const createResultReply = (
  operation: PreparedOperation,
  call: Call,
  query: ParsedQuery,
  { form }: Result,
): Reply => {
  switch (form.kind) {
    case 'noContent':
      return { status: form.status, headers: form.headers, body: undefined };
    case 'headers': {
      const reply = createValueReply(operation, call, query, form.value);
      return {
        ...reply,
        status: form.status ?? reply.status,
        headers: { ...reply.headers, ...form.headers },
      };
    }
    case 'signatures': {
      const reply = createValueReply(operation, call, query, form.value);
      return query.form ? toTextReply(reply, form.signatures()) : reply;
    }
    case 'bytes':
      return createBytesReply(operation, form);
    case 'streamed':
      return call.acceptsBytes && isFullListRequested(query)
        ? createBytesReply(operation, { bytes: encodeChunks(form.chunks()), count: form.count })
        : createValueReply(operation, call, query, form.createRecord());
    case 'list':
      return createListReply(operation, query, form);
    case 'sliced':
      return createResultReply(operation, call, query, form.unsliced);
    case 'edit':
      return createValueReply(operation, call, query, form.createValue());
  }
};

const createBytesReply = (
  { status, spec }: PreparedOperation,
  { bytes, count }: { readonly bytes: Uint8Array; readonly count: number | undefined },
): Reply => createJsonReply(status, bytes, spec.list && { 'X-Total-Count': String(count) });

/** Whether the query asks for the whole list with all fields of every item. */
const isFullListRequested = ({ limit, offset, wrap, include, exclude }: PageQuery): boolean =>
  limit === undefined && !offset && !wrap && !include && !exclude;

/**
 * Creates a reply with one page of a list, wrapped if requested. The X-Total-Count header contains the total number of
 * items (description: 'Conventions').
 */
const createListReply = (
  { status, spec: { hint } }: PreparedOperation,
  query: PageQuery,
  list: readonly unknown[] | LazyList<unknown>,
): Reply => {
  const { length } = list;
  const { limit = length, offset = 0, wrap } = query;
  const items = list.slice(offset, offset + limit);
  const page = query.include || query.exclude ? items.map((item) => selectFields(item, query)) : items;
  const hasCountHint = length === 0 && hint !== undefined;
  const body = wrap ? { totalCount: length, items: page, ...(hasCountHint && { hint }) } : page;
  return createJsonReply(status, body, {
    'X-Total-Count': String(length),
    ...(hasCountHint && { 'X-Hint': hint }),
  });
};

/**
 * Returns a record with only the included fields, and without the excluded fields. Other values are returned unchanged.
 */
const selectFields = (item: unknown, { include, exclude }: PageQuery): unknown => {
  if ((!include && !exclude) || typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item).filter(([name]) => (!include || include.includes(name)) && !exclude?.includes(name)),
  );
};

/** The number of records written per event-loop turn. Writing this many records takes about 5 ms. */
const maxRecordsPerTurn = 1_000;

/**
 * The maximum number of attempts to write a value in slices. Whenever the described graph or list has changed
 * meanwhile, another attempt is needed.
 */
const maxAttempts = 3;

/** Creates a large value for a call, either in one turn or in slices. */
export const createSlicedValue = (
  form: SlicedValue,
  { acceptsBytes }: Call,
  query: PageQuery,
  slices: TimeSlices,
): Result | Promise<Result> =>
  form.recordCount > maxRecordsPerTurn && acceptsBytes && isFullListRequested(query)
    ? writeInSlices(form, slices)
    : form.unsliced;

const writeInSlices = async (
  { unsliced, chunks, count, version }: SlicedValue,
  slices: TimeSlices,
): Promise<Result> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const initialVersion = version();
    const isUnchanged = (): boolean => version() === initialVersion;
    const bytes = await encodeInSlices(takeWhile(chunks(), isUnchanged), slices);
    if (isUnchanged()) return Result.bytes(bytes, count);
  }
  return unsliced;
};

function* takeWhile<T>(items: Iterable<T>, isWanted: () => boolean): Generator<T> {
  for (const item of items) {
    yield item;
    if (!isWanted()) return;
  }
}
