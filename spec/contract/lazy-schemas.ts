import { lazy } from '../lazy.ts';

/** A declaration in which some fields are functions that create the values of these fields. */
export type WithLazyFields<S, K extends keyof S> = {
  readonly [F in keyof S]: F extends K ? () => S[F] : S[F];
};

/** A lazy declaration whose fields have been resolved. */
export type WithResolvedFields<D, K extends string> = {
  readonly [F in keyof D]: F extends K ? LazyValue<D[F]> : D[F];
};
type LazyValue<F> = F extends () => infer T ? T : never;

/**
 * Builds each field when the field is first read, because schemas are slow to build and hardly any are needed at
 * startup.
 */
export const defineLazyFields = <D extends Readonly<Record<K, () => unknown>>, K extends string>(
  declaration: D,
  names: readonly K[],
): WithResolvedFields<D, K> => {
  const spec = { ...declaration };
  for (const name of names)
    Object.defineProperty(spec, name, { get: lazy(declaration[name]), enumerable: true });
  return spec as WithResolvedFields<D, K>;
};
