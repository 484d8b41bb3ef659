import { lazy } from '../lazy.ts';

/** A record some of whose fields are declared by what makes them. */
export type WithLazyFields<S, K extends keyof S> = {
  readonly [F in keyof S]: F extends K ? () => S[F] : S[F];
};

/** What such a record is once it is settled. */
export type WithResolvedFields<D, K extends string> = {
  readonly [F in keyof D]: F extends K ? LazyValue<D[F]> : D[F];
};
type LazyValue<F> = F extends () => infer T ? T : never;

/** Schemas take long to build, and a start needs hardly any: each is built when it is first read. */
export const defineLazyFields = <D extends Readonly<Record<K, () => unknown>>, K extends string>(
  declaration: D,
  names: readonly K[],
): WithResolvedFields<D, K> => {
  const spec = { ...declaration };
  for (const name of names)
    Object.defineProperty(spec, name, { get: lazy(declaration[name]), enumerable: true });
  return spec as WithResolvedFields<D, K>;
};
