/** What a handler returns if a plain value does not say how to send the response. */
import type { OperationOutput, OperationSpec } from '#spec/contract/operation-spec.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';
import type { StreamedBody } from './call.ts';

/** A success status without a body. */
interface NoContent {
  readonly kind: 'noContent';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A value, and additional headers for its response, as pages have them. */
interface ValueWithHeaders<T> {
  readonly kind: 'headers';
  readonly value: T;
  readonly headers: Readonly<Record<string, string>>;
  /** The status, if it is not the first that the operation declares. */
  readonly status: number | undefined;
}

/** A value that is also available as signatures: plain text that is created on demand. */
interface ValueWithSignatures<T> {
  readonly kind: 'signatures';
  readonly value: T;
  readonly signatures: () => string;
}

/** JSON that is already encoded as bytes. For a list, the number of items is included. */
interface JsonBytes {
  readonly kind: 'bytes';
  readonly bytes: Uint8Array;
  readonly count: number | undefined;
}

/**
 * A value that can be written as JSON without creating its records. For large values, creating records takes most of
 * the time. A batch uses the records, because it inspects its results.
 */
export interface StreamedJson<T> {
  readonly kind: 'streamed';
  readonly createRecord: () => T;
  /** Returns the value as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The number of items, if the value is a list. */
  readonly count: number | undefined;
}

/**
 * A list that creates records only for the requested page. A page of a large graph is thus created as fast as a page of
 * a small graph.
 */
export interface LazyList<T> {
  readonly kind: 'list';
  readonly length: number;
  readonly slice: (start: number, end: number) => readonly T[];
}

type LargeForm = StreamedJson<unknown> | LazyList<unknown>;

/**
 * A value that may be large. A large value is written over several event-loop turns; if its data has changed meanwhile,
 * the writing starts again. Small values, partial values, and values whose data keeps changing are created in a single
 * turn.
 */
export interface SlicedValue<F extends LargeForm = LargeForm> {
  readonly kind: 'sliced';
  /** The value as created in a single turn. */
  readonly unsliced: Result<F>;
  /** Returns the value as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The total number of records. */
  readonly recordCount: number;
  /** The number of items, if the value is a list. */
  readonly count?: number;
  /** Returns a string that changes whenever the value changes. */
  readonly version: () => string;
}

/** An edit of a graph other than the one in the path, or an edit whose response depends on the push to the runtime. */
export interface Edit<T> {
  readonly kind: 'edit';
  /** The edited graph, if it is not the graph in the path. */
  readonly graph?: GraphDocument;
  /** Sends the edit to the runtime. By default, the whole graph is pushed. */
  readonly push?: () => Promise<unknown>;
  /** Creates the value for the response. If a push was requested, this function is called after the push. */
  readonly createValue: () => T;
}

type Form =
  | NoContent
  | ValueWithHeaders<unknown>
  | ValueWithSignatures<unknown>
  | JsonBytes
  | StreamedJson<unknown>
  | LazyList<unknown>
  | SlicedValue
  | Edit<unknown>;

/** A handler's result, together with how to send it. Being a class distinguishes it from the values in responses. */
export class Result<F extends Form = Form> {
  readonly form: F;

  private constructor(form: F) {
    this.form = form;
  }

  static is(value: unknown): value is Result {
    return value instanceof Result;
  }

  static noContent(status: number, headers: Readonly<Record<string, string>> = {}): Result<NoContent> {
    return new Result({ kind: 'noContent', status, headers });
  }

  static withHeaders<T>(
    value: T,
    headers: Readonly<Record<string, string>>,
    status?: number,
  ): Result<ValueWithHeaders<T>> {
    return new Result({ kind: 'headers', value, headers, status });
  }

  static withSignatures<T>(value: T, signatures: () => string): Result<ValueWithSignatures<T>> {
    return new Result({ kind: 'signatures', value, signatures });
  }

  static bytes(bytes: Uint8Array, count?: number): Result<JsonBytes> {
    return new Result({ kind: 'bytes', bytes, count });
  }

  static streamed<T>(
    createRecord: () => T,
    chunks: () => Iterable<string>,
    count?: number,
  ): Result<StreamedJson<T>> {
    return new Result({ kind: 'streamed', createRecord, chunks, count });
  }

  static list<S, T>(
    sources: { readonly size: number; values(): Iterable<S> },
    toRecord: (source: S) => T,
  ): Result<LazyList<T>> {
    const slice = (start: number, end: number): T[] =>
      [...sliceIterable(sources.values(), start, end)].map(toRecord);
    return new Result({ kind: 'list', length: sources.size, slice });
  }

  /** Creates a list from the page that the query requests, and the number of items on all pages. */
  static page<T>(items: readonly T[], length: number): Result<LazyList<T>> {
    return new Result({ kind: 'list', length, slice: () => items });
  }

  /** Creates a list whose first page contains the last items. The offset counts from the end. */
  static listFromEnd<T>(items: readonly T[]): Result<LazyList<T>> {
    const { length } = items;
    const toIndex = (offset: number): number => Math.max(0, length - offset);
    const slice = (start: number, end: number): T[] => items.slice(toIndex(end), toIndex(start));
    return new Result({ kind: 'list', length, slice });
  }

  static sliced<F extends LargeForm>(form: Omit<SlicedValue<F>, 'kind'>): Result<SlicedValue<F>> {
    return new Result({ kind: 'sliced', ...form });
  }

  static edit<T>(form: Omit<Edit<T>, 'kind'>): Result<Edit<T>> {
    return new Result({ kind: 'edit', ...form });
  }
}

/** What the handler of an operation may return: the declared value, or a result that the operation's declaration allows. */
export type HandlerResult<S extends OperationSpec, T = OperationOutput<S>> =
  | T
  | Result<NoContent>
  | Result<ValueWithHeaders<T | StreamedBody>>
  | (S['signatures'] extends string ? Result<ValueWithSignatures<T>> : never)
  | Result<JsonBytes>
  | Result<StreamedJson<T>>
  | Result<SlicedValue<StreamedJson<T>>>
  | (T extends readonly (infer I)[] ? Result<LazyList<I>> | Result<SlicedValue<LazyList<I>>> : never)
  | (S['sync'] extends true ? Result<Edit<T | Result<StreamedJson<T>>>> : never);

function* sliceIterable<S>(sources: Iterable<S>, start: number, end: number): Generator<S> {
  let index = 0;
  for (const source of sources) {
    if (index >= end) return;
    if (index >= start) yield source;
    index += 1;
  }
}

/** Values that are sent repeatedly and never change, with their JSON after the first use. */
const cachedValues = new WeakMap<object, { bytes?: Uint8Array }>();
const cachedBytes = new WeakSet<Uint8Array>();

/**
 * Marks a value so that its JSON is cached.
 * @param value a value that never changes
 */
export const cacheJson = <T extends object>(value: T): T => {
  cachedValues.set(value, {});
  return value;
};

/** Returns the JSON of a value that was passed to {@link cacheJson}, or `undefined` for any other value. */
export const getCachedJson = (value: unknown): Uint8Array | undefined => {
  const cache = typeof value === 'object' && value !== null ? cachedValues.get(value) : undefined;
  if (!cache) return undefined;
  if (!cache.bytes) {
    cache.bytes = new TextEncoder().encode(JSON.stringify(value));
    cachedBytes.add(cache.bytes);
  }
  return cache.bytes;
};

/** Whether a reply's body came from {@link getCachedJson}. If so, its compressed form can be cached too. */
export const isCachedJson = (body: unknown): body is Uint8Array =>
  body instanceof Uint8Array && cachedBytes.has(body);
