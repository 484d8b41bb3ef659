/**
 * The values of components and materials. Frozen values are shared, for example with copies and files, and are copied
 * before they are changed.
 */
import type { Json } from '#spec/values.ts';
import type { PropertySchema } from './property-schema.ts';

/** Property values, keyed by name. */
export type PropertyValues = Readonly<Record<string, Json>>;

/**
 * Adds the initial values of a schema where values are missing. Values that are frozen and complete are returned
 * unchanged.
 */
export const createInitialValues = (schema: PropertySchema, values: PropertyValues): PropertyValues => {
  const names = Object.keys(schema);
  if (Object.isFrozen(values) && names.every((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? (schema[name]?.initial as Json)]));
};

/** Freezes values, so that they can be shared. */
export const freezeValues = (values: PropertyValues): PropertyValues => Object.freeze(values);

/** Returns the values with one of them changed. Values that are not frozen are changed in place. */
export const withValue = (values: PropertyValues, name: string, value: Json): PropertyValues => {
  if (Object.isFrozen(values)) return { ...values, [name]: value };
  (values as Record<string, Json>)[name] = value;
  return values;
};
