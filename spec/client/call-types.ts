/** How a call is typed by the route or the action that it names. */
import type { Actions, Routes } from './contract.ts';

/** A method and a path template, such as `POST /api/graphs/{graphId}/run`. */
export type Route = keyof Routes;

/** The full dotted name of a direct action, such as `scene.spawn`. */
export type ActionName = keyof Actions;

/** What every call takes beside its own parts. */
export interface CallOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal;
  /**
   * The revision that the graph must have for the edit to be made, or its ETag.
   * Another one is refused with REVISION_CONFLICT.
   */
  readonly ifMatch?: number | string;
}

/** The parts of a call: `params` of the path, `query` and `body`, where the route has them. */
export type Input<R extends Route> = Routes[R]['input'] & CallOptions;

/** Arguments of which the last one may be left out when it needs to hold nothing. */
export type OptionalLastArgument<T> = Record<never, never> extends T ? [last?: T] : [last: T];

/** What of a query changes the type of the answer: a page with its total in place of a bare list; trimmed records. */
export interface ResponseShape<Wrap, Fields> {
  readonly query?: { readonly wrap?: Wrap; readonly include?: Fields; readonly exclude?: Fields };
}

type QueryOf<R extends Route> = Routes[R]['input'] extends { query?: infer Query } ? Query : unknown;

/** Whether lists of this route come as a page when asked to. */
export type SupportsWrap<R extends Route> = 'wrap' extends keyof QueryOf<R> ? boolean : false;

/** Whether records of this route come with some of their fields when asked to. */
export type SupportsFieldSelection<R extends Route> = 'include' extends keyof QueryOf<R> ? string : never;

/**
 * What a call answers: the record, a list of records, text, or the bytes of an image. With `wrap` a list is `{totalCount, items}`, and
 * with `include` or `exclude` any field of a record may be missing.
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
