import { isWithinLimits, valueLimitsText } from '#spec/value-limits.ts';
import { definePureNode } from '../dsl/define-node.ts';
import { boolean, generic, string } from '../dsl/ports.ts';
import { maxTextLength } from '../dsl/value-limits.ts';
import { measureValue } from '../../values/value-size.ts';
import type { Json } from '#spec/values.ts';
import type { PureContext } from '../dsl/handler-context.ts';

/**
 * Caches the JSON that a node parsed last, because both outputs of the node need it. The value is null when the JSON is
 * invalid.
 */
interface CachedJson {
  text: string | undefined;
  value: Json;
  isValid: boolean;
}

const parseCached = (text: string, { state, warnOnce }: PureContext<CachedJson>): CachedJson => {
  if (state.text === text) return state;
  Object.assign(state, { text, value: null, isValid: false });
  try {
    const value: Json = JSON.parse(text);
    if (isWithinLimits(value)) Object.assign(state, { value, isValid: true });
    else warnOnce(`A value is too large. The limits are ${valueLimitsText}.`);
  } catch {
    // IsValid is false
  }
  return state;
};

export const parseJsonNode = definePureNode({
  description: `The JSON value in Text. When Text is not valid JSON, or the value has more than ${valueLimitsText}, Value is null and IsValid is false.`,
  inputs: { Text: string() },
  outputs: { Value: generic(), IsValid: boolean() },
  state: (): CachedJson => ({ text: undefined, value: null, isValid: false }),
  evaluate: {
    Value: ({ Text }, context) => parseCached(Text, context).value,
    IsValid: ({ Text }, context) => parseCached(Text, context).isValid,
  },
});

/** Maximum estimated length at which a value is worth serializing in order to check its actual length. */
const maxSerializedLength = 20 * maxTextLength;
const indentation = 2;

/**
 * Estimates the maximum length of the serialized value without escapes, assuming one line per value and the deepest
 * indentation for each line.
 */
const estimateMaxLength = (value: Json, indent: number): number => {
  const { size, levels } = measureValue(value);
  return size * (2 + indent * (levels + 1));
};

export const toJsonNode = definePureNode({
  description: `Value as JSON, over several lines with Indent. When it would have more than ${maxTextLength / 1_000_000} million characters, Text is empty, with one console warning per run of the graph.`,
  inputs: { Value: generic(), Indent: boolean() },
  outputs: { Text: string() },
  evaluate: ({ Value, Indent }, { warnOnce }) => {
    const indent = Indent ? indentation : 0;
    const text =
      estimateMaxLength(Value, indent) > maxSerializedLength
        ? undefined
        : JSON.stringify(Value, null, indent);
    if (text !== undefined && text.length <= maxTextLength) return text;
    warnOnce(`A value is too large to be serialized in ${maxTextLength} characters.`);
    return '';
  },
});

/** Returns the member names in a JSON pointer; `undefined` when the pointer is malformed. */
const parseJsonPointer = (pointer: string): string[] | undefined => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
};

const isIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);

/** Returns the member of a value with this name; `undefined` when there is no such member. */
const getMember = (value: Json, name: string): Json | undefined => {
  if (Array.isArray(value)) return isIndex(name) ? value[Number(name)] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
};

/** Resolves a pointer. Returns `undefined` when the pointer leads to no value. */
const resolvePointer = (
  value: Json,
  pointer: string,
  { warnOnce }: PureContext<undefined>,
): Json | undefined => {
  const names = parseJsonPointer(pointer);
  if (!names) warnOnce(`"${pointer.slice(0, 100)}" is not a JSON pointer. Write it like /items/0/name.`);
  let part: Json | undefined = names && value;
  for (const name of names ?? []) {
    if (part === undefined) break;
    part = getMember(part, name);
  }
  return part;
};

export const getJsonValueNode = definePureNode({
  description:
    'The part of Value at Path, a JSON pointer (RFC 6901) such as /items/0/name, with ~1 for a slash in a name and ~0 for a tilde; an empty Path is Value itself. When there is no such part, Result is Default and Found is false. A malformed Path also writes one console warning per run of the graph.',
  inputs: { Value: generic(), Path: string(), Default: generic() },
  outputs: { Result: generic(), Found: boolean() },
  evaluate: {
    Result: ({ Value, Path, Default }, context) => {
      const part = resolvePointer(Value, Path, context);
      return part === undefined ? Default : part;
    },
    Found: ({ Value, Path }, context) => resolvePointer(Value, Path, context) !== undefined,
  },
});
