import { lazy } from '../lazy.ts';

/** A record some of whose fields are declared by what makes them. */
export type Deferred<S, K extends keyof S> = {
  readonly [F in keyof S]: F extends K ? () => S[F] : S[F];
};

/** What such a record is once it is settled. */
export type Settled<D, K extends string> = {
  readonly [F in keyof D]: F extends K ? Made<D[F]> : D[F];
};
type Made<F> = F extends () => infer T ? T : never;

/** Schemas take long to build, and a start needs hardly any: each is built when it is first read. */
export const settled = <D extends Readonly<Record<K, () => unknown>>, K extends string>(
  declaration: D,
  names: readonly K[],
): Settled<D, K> => {
  const spec = { ...declaration };
  for (const name of names)
    Object.defineProperty(spec, name, { get: lazy(declaration[name]), enumerable: true });
  return spec as Settled<D, K>;
};
