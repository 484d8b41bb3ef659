/**
 * The values of components and materials. Frozen ones are shared: with copies, files and whoever else holds the same. Who
 * writes makes them its own first.
 */
import type { Json } from '#spec/values.ts';
import type { PropertySchema } from './property-schema.ts';

/** Values of properties by name. */
export type PropertyValues = Readonly<Record<string, Json>>;

/** The values that slots begin with, but for those that are given; the given ones themselves where they are shared and all there. */
export const createInitialValues = (slots: PropertySchema, given: PropertyValues): PropertyValues => {
  const names = Object.keys(slots);
  if (Object.isFrozen(given) && names.every((name) => Object.hasOwn(given, name))) return given;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? (slots[name]?.initial as Json)]));
};

/** Values that stay what they are from now on. */
export const freezeValues = (values: PropertyValues): PropertyValues => Object.freeze(values);

/** The values with another one: the same ones where they are not shared. */
export const withValue = (values: PropertyValues, name: string, value: Json): PropertyValues => {
  if (Object.isFrozen(values)) return { ...values, [name]: value };
  (values as Record<string, Json>)[name] = value;
  return values;
};
