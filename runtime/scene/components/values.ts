/**
 * The values of components and materials. Frozen ones are shared: with copies, files and whoever else holds the same. Who
 * writes makes them its own first.
 */
import type { Json } from '#spec/values.ts';
import type { Slots } from './slots.ts';

/** Values of properties by name. */
export type Values = Readonly<Record<string, Json>>;

/** The values that slots begin with, but for those that are given; the given ones themselves where they are shared and all there. */
export const initialValues = (slots: Slots, given: Values): Values => {
  const names = Object.keys(slots);
  if (Object.isFrozen(given) && names.every((name) => Object.hasOwn(given, name))) return given;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? (slots[name]?.initial as Json)]));
};

/** Values that stay what they are from now on. */
export const shared = (values: Values): Values => Object.freeze(values);

/** The values with another one: the same ones where they are not shared. */
export const written = (values: Values, name: string, value: Json): Values => {
  if (Object.isFrozen(values)) return { ...values, [name]: value };
  (values as Record<string, Json>)[name] = value;
  return values;
};
