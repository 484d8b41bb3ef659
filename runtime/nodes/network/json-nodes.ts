import { isWithinLimits, valueLimitsText } from '#spec/value-limits.ts';
import { definePureNode } from '../dsl/define-node.ts';
import { boolean, generic, string } from '../dsl/ports.ts';
import { maxTextLength } from '../dsl/text-limits.ts';
import { measureValue } from '../../values/value-size.ts';
import type { Json } from '#spec/values.ts';
import type { PureContext } from '../dsl/handler-context.ts';

/** The text that a node read last, because both of its outputs come of it; null in place of a value that there is not. */
interface CachedJson {
  text: string | undefined;
  value: Json;
  isValid: boolean;
}

const parseCached = (text: string, { state, warnOnce }: PureContext<CachedJson>): CachedJson => {
  if (state.text === text) return state;
  Object.assign(state, { text, value: null, isValid: false });
  try {
    const value = JSON.parse(text) as Json;
    if (isWithinLimits(value)) Object.assign(state, { value, isValid: true });
    else warnOnce(`A value is too large; it may have ${valueLimitsText}.`);
  } catch {
    // IsValid tells
  }
  return state;
};

export const parseJsonNode = definePureNode({
  description: `The value that Text holds as JSON. When it is none, or has more than ${valueLimitsText}, Value is null and IsValid is false.`,
  inputs: { Text: string() },
  outputs: { Value: generic(), IsValid: boolean() },
  state: (): CachedJson => ({ text: undefined, value: null, isValid: false }),
  evaluate: {
    Value: ({ Text }, context) => parseCached(Text, context).value,
    IsValid: ({ Text }, context) => parseCached(Text, context).isValid,
  },
});

/** Characters that are worth writing to see whether a text is short enough. */
const maxSerializedLength = 20 * maxTextLength;
const indentation = 2;

/** How long the text may be at most, escapes apart: each value on a line of its own, as far in as the deepest. */
const estimateMaxLength = (value: Json, indent: number): number => {
  const { size, levels } = measureValue(value);
  return size * (2 + indent * (levels + 1));
};

export const toJsonNode = definePureNode({
  description: `Value as JSON, over several lines with Indent. A text of more than ${maxTextLength / 1_000_000} million characters would be of no use when cut: then Text is empty, with one console warning per run of the graph.`,
  inputs: { Value: generic(), Indent: boolean() },
  outputs: { Text: string() },
  evaluate: ({ Value, Indent }, { warnOnce }) => {
    const indent = Indent ? indentation : 0;
    const text =
      estimateMaxLength(Value, indent) > maxSerializedLength
        ? undefined
        : JSON.stringify(Value, null, indent);
    if (text !== undefined && text.length <= maxTextLength) return text;
    warnOnce(`A value is too large to be written in ${maxTextLength} characters.`);
    return '';
  },
});

/** The names along a JSON pointer; undefined when it is none. */
const parseJsonPointer = (pointer: string): string[] | undefined => {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
};

const isIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name);

/** The value one step further; undefined when there is none. */
const getMember = (value: Json, name: string): Json | undefined => {
  if (Array.isArray(value)) return isIndex(name) ? value[Number(name)] : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? value[name] : undefined;
};

/** What a pointer leads to; undefined when it leads nowhere. */
const resolvePointer = (
  value: Json,
  pointer: string,
  { warnOnce }: PureContext<undefined>,
): Json | undefined => {
  const names = parseJsonPointer(pointer);
  if (!names) warnOnce(`"${pointer.slice(0, 100)}" is no JSON pointer, such as /items/0/name.`);
  let found: Json | undefined = names && value;
  for (const name of names ?? []) {
    if (found === undefined) break;
    found = getMember(found, name);
  }
  return found;
};

export const getJsonValueNode = definePureNode({
  description:
    'The part of Value that Path leads to, a JSON pointer (RFC 6901): /items/0/name, with ~1 for a slash in a name and ~0 for a tilde; an empty Path is Value itself. When there is no such part, Result is Default and Found is false; a Path that is no pointer is also a console warning, one per run of the graph.',
  inputs: { Value: generic(), Path: string(), Default: generic() },
  outputs: { Result: generic(), Found: boolean() },
  evaluate: {
    Result: ({ Value, Path, Default }, context) => {
      const found = resolvePointer(Value, Path, context);
      return found === undefined ? Default : found;
    },
    Found: ({ Value, Path }, context) => resolvePointer(Value, Path, context) !== undefined,
  },
});
