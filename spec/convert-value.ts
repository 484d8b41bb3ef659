import { toCanonicalValue } from './value-shapes.ts';
import { getDefaultValue, type Json, type PortType } from './values.ts';

/** Formats a value as text: a string stays unchanged, null becomes an empty string, and anything else becomes JSON. */
export const toDisplayText = (value: Json): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};

/** Returns whether a value must be converted between ports of the given types. */
export const needsConversion = (from: PortType, to: PortType): boolean =>
  from !== to && to !== 'Generic' && !freeConversions.has(`${from} ${to}`);

const freeConversions = new Set(['Integer Float', 'String ObjectSelector', 'ObjectSelector String']);

/**
 * Converts a value to the given type. A running graph cannot reject a value. A value without a counterpart therefore
 * becomes the type's zero value.
 * @param options the options of a Dropdown; a value that is not among them becomes the first option
 */
export const convertValue = (type: PortType, value: Json, options?: readonly string[]): Json => {
  switch (type) {
    case 'Boolean':
      return toBoolean(value);
    case 'Float':
      return toNumber(value);
    case 'Integer':
      return Math.round(Math.max(-maxInteger, Math.min(maxInteger, toNumber(value)))) || 0;
    case 'Dropdown':
      return options ? (toCanonicalValue(type, value, options) ?? options[0] ?? '') : toDisplayText(value);
    case 'String':
    case 'ObjectSelector':
    case 'AssetSelector':
      return toDisplayText(value);
    case 'Vector3':
      return toComponents(value, ['x', 'y', 'z'], getDefaultValue(type));
    case 'Color':
      return toComponents(value, ['r', 'g', 'b', 'a'], getDefaultValue(type));
    case 'List':
      return Array.isArray(value) ? value : getDefaultValue(type);
    case 'Generic':
    case 'Trigger':
    case 'Button':
      return value;
  }
};

/** The largest value that an Integer can have. */
const maxInteger = Number.MAX_SAFE_INTEGER;

const toBoolean = (value: Json): boolean => {
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  return value === true || (typeof value === 'number' && value !== 0);
};

const toNumber = (value: Json): number => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
};

/**
 * Reads a vector or color from an object or array. A vector can also be read from a single number, which applies to
 * every axis.
 */
const toComponents = (value: Json, names: readonly string[], zero: Json): Json => {
  const defaults = zero as Record<string, Json>;
  const readComponents = (read: (name: string, index: number) => Json | undefined): Json =>
    Object.fromEntries(
      names.map((name, index) => {
        const component = read(name, index);
        const isValid = typeof component === 'number' && Number.isFinite(component);
        return [name, isValid ? component : (defaults[name] ?? 0)];
      }),
    );
  if (typeof value === 'number' && names.length === 3) return readComponents(() => value);
  if (Array.isArray(value)) return readComponents((_, index) => value[index]);
  if (value !== null && typeof value === 'object') return readComponents((name) => value[name]);
  return zero;
};
