import * as z from 'zod';
import { lazy } from '../lazy.ts';

/** The fields of an object, or a schema if an object is more than its fields. */
type ObjectDeclaration = z.ZodRawShape | z.ZodObject;

/** A declaration in which functions create the schemas of some objects. */
export type WithLazyObjects<S, K extends keyof S> = {
  readonly [F in keyof S]: F extends K ? () => ObjectDeclaration : S[F];
};

/** A lazy declaration whose schemas have been created. */
export type WithResolvedObjects<D, K extends string> = {
  readonly [F in keyof D]: F extends K ? ResolvedObject<D[F]> : D[F];
};

/** The schema of the object that a function declares. */
export type ResolvedObject<F> = F extends () => infer T
  ? T extends z.ZodObject
    ? T
    : T extends z.ZodRawShape
      ? ReturnType<typeof z.object<T>>
      : never
  : never;

const toSchema = (declared: ObjectDeclaration): z.ZodObject =>
  declared instanceof z.ZodObject ? declared : z.object(declared);

/**
 * Creates each schema when it is first read, because schemas are slow to create and hardly any are needed at startup.
 */
export const defineLazyObjects = <D extends Readonly<Record<K, () => ObjectDeclaration>>, K extends string>(
  declaration: D,
  names: readonly K[],
): WithResolvedObjects<D, K> => {
  const spec = { ...declaration };
  for (const name of names)
    Object.defineProperty(spec, name, { get: lazy(() => toSchema(declaration[name]())), enumerable: true });
  return spec as WithResolvedObjects<D, K>;
};
