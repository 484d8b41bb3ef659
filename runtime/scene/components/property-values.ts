/**
 * The values of components and materials. Frozen ones are shared, for example with copies and files, and are copied
 * before a write.
 */
import type { Json } from '#spec/values.ts';
import type { PropertySchema } from './property-schema.ts';

/** Values of properties by name. */
export type PropertyValues = Readonly<Record<string, Json>>;

/**
 * Creates the initial values of a schema with the given ones. Given values are returned as they are when they are
 * frozen and complete.
 */
export const createInitialValues = (slots: PropertySchema, given: PropertyValues): PropertyValues => {
  const names = Object.keys(slots);
  if (Object.isFrozen(given) && names.every((name) => Object.hasOwn(given, name))) return given;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? (slots[name]?.initial as Json)]));
};

/** Freezes values, so that they can be shared. */
export const freezeValues = (values: PropertyValues): PropertyValues => Object.freeze(values);

/** Returns the values with one changed; values that are not frozen are changed in place. */
export const withValue = (values: PropertyValues, name: string, value: Json): PropertyValues => {
  if (Object.isFrozen(values)) return { ...values, [name]: value };
  (values as Record<string, Json>)[name] = value;
  return values;
};
