/** Types for a call, derived from the route or action that the call names. */
import type { Actions, Routes } from './contract.ts';

/** A method and a path template, such as `POST /api/graphs/{graphId}/run`. */
export type Route = keyof Routes;

/** The full dotted name of a direct action, such as `scene.spawn`. */
export type ActionName = keyof Actions;

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call when the signal aborts. */
  readonly signal?: AbortSignal;
  /**
   * The revision that the graph must have, or the hash that the file must have, as such or as an ETag. Otherwise, the
   * call fails with REVISION_CONFLICT.
   */
  readonly ifMatch?: number | string;
  /** With `*`, an upload fails with REVISION_CONFLICT if the file exists. */
  readonly ifNoneMatch?: '*';
}

/** The input for a call: path `params`, `query` and `body`, each of them only if the route accepts it. */
export type Input<R extends Route> = Routes[R]['input'] & CallOptions;

/** Argument list whose last argument is optional if that argument has no required fields. */
export type OptionalLastArgument<T> = Record<never, never> extends T ? [last?: T] : [last: T];

/**
 * Query options that change the response type: a page with a total instead of a plain list, or only some of the fields.
 */
export interface ResponseShape<Wrap, Fields> {
  readonly query?: { readonly wrap?: Wrap; readonly include?: Fields; readonly exclude?: Fields };
}

type QueryOf<R extends Route> = Routes[R]['input'] extends { query?: infer Query } ? Query : unknown;

/** Whether this route can return lists as pages. */
export type SupportsWrap<R extends Route> = 'wrap' extends keyof QueryOf<R> ? boolean : false;

/** Whether this route's records can be limited to some of their fields. */
export type SupportsFieldSelection<R extends Route> = 'include' extends keyof QueryOf<R> ? string : never;

/**
 * The result of a call: a record, a list of records, text, or the bytes of an image. With `wrap`, a list becomes
 * `{totalCount, items}`. With `include` or `exclude`, any field of a record may be missing.
 */
export type Answer<
  R extends Route,
  Wrap extends boolean = false,
  Fields extends string = never,
> = PartialRecord<WrappedList<R, Wrap>, Fields>;

type WrappedList<R extends Route, Wrap extends boolean> =
  SupportsWrap<R> extends false
    ? Routes[R]['answer']
    : Wrap extends true
      ? Exclude<Routes[R]['answer'], readonly unknown[]>
      : Extract<Routes[R]['answer'], readonly unknown[]>;

type PartialRecord<A, Fields extends string> = [Fields] extends [never]
  ? A
  : A extends readonly (infer Item)[]
    ? Partial<Item>[]
    : A extends { readonly items: readonly (infer Item)[] }
      ? Omit<A, 'items'> & { items: Partial<Item>[] }
      : Partial<A>;
