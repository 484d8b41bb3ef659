/**
 * Parses vectors and colors that are read back from a target. The description shows only the shapes for writing such
 * values.
 */
import { isRecord } from '../../json.ts';

/** Interprets words for which the description names a meaning but no spelling. */

export type Direction = 'input' | 'output';

/** Parses a string such as `in`, `Output` or `outputs`. */
export const parseDirection = (value: unknown): Direction | undefined => {
  if (typeof value !== 'string') return undefined;
  if (/^in/i.test(value)) return 'input';
  return /^out/i.test(value) ? 'output' : undefined;
};

export const getOppositeDirection = (direction: Direction): Direction =>
  direction === 'input' ? 'output' : 'input';

const noPattern = /^(in|un|non|no$|not|false|refus|reject|den|fail|error|bad|illegal|off$|0$)/i;
const yesPattern = /^(compat|valid|yes|true|ok|allow|accept|permit|pass|can|legal|success|good|on$|1$)/i;

/** Parses a boolean or a word such as `compatible`, `refused` or `saved`. Returns `undefined` for other words. */
export const parseYesNo = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (noPattern.test(value)) return false;
  return yesPattern.test(value) ? true : undefined;
};

const componentNames: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Vector3: [['x'], ['y'], ['z']],
  Color: [
    ['r', 'red'],
    ['g', 'green'],
    ['b', 'blue'],
    ['a', 'alpha'],
  ],
};

/** Returns the numbers of a Vector3 or a Color in any shape. Returns `undefined` if the shape is not understood. */
export const parseVectorComponents = (type: string, value: unknown): readonly number[] | undefined => {
  const names = componentNames[type];
  if (!names) return undefined;
  const numbers = parseNumbers(names, value);
  return numbers?.length === names.length ? numbers : undefined;
};

const parseNumbers = (
  names: readonly (readonly string[])[],
  value: unknown,
): readonly number[] | undefined => {
  if (typeof value === 'string') return parseNumbersFromText(names, value.trim());
  if (Array.isArray(value)) {
    return value.every((part) => typeof part === 'number') ? value : pickFromPairs(names, value);
  }
  if (!isRecord(value)) return undefined;
  const numbers = pickByName(names, Object.entries(value));
  if (numbers) return numbers;
  const inner = Object.values(value).filter((part) => typeof part === 'object' && part !== null);
  return inner.length === 1 ? parseNumbers(names, inner[0]) : undefined;
};

/** Returns the components of a record by their names, in any order and ignoring case. */
const pickByName = (
  names: readonly (readonly string[])[],
  entries: readonly (readonly [string, unknown])[],
): readonly number[] | undefined => {
  const parts = names.map((spellings) => entries.find(([key]) => spellings.includes(key.toLowerCase()))?.[1]);
  const numbers = parts.filter((part) => typeof part === 'number');
  return numbers.length >= 3 && numbers.length === parts.filter((part) => part !== undefined).length
    ? numbers
    : undefined;
};

/**
 * Returns the components of a list such as `[{axis: 'x', value: 1}, …]`, in which each element has a name and a number.
 */
const pickFromPairs = (
  names: readonly (readonly string[])[],
  list: readonly unknown[],
): readonly number[] | undefined =>
  pickByName(
    names,
    list.map((element) => {
      const parts = isRecord(element) || Array.isArray(element) ? Object.values(element) : [];
      const name = parts.find((part) => typeof part === 'string');
      return [String(name), parts.find((part) => typeof part === 'number')] as const;
    }),
  );

const parseNumbersFromText = (
  names: readonly (readonly string[])[],
  text: string,
): readonly number[] | undefined => {
  if (/^[[{]/.test(text)) {
    try {
      return parseNumbers(names, JSON.parse(text));
    } catch {
      // Brackets alone do not make it JSON: `[1 2 3]`.
    }
  }
  if (/^#[\da-f]+$/i.test(text)) return names.length === 4 ? parseHexColor(text.slice(1)) : undefined;
  const entries = [...text.matchAll(/([a-z]+)\s*[:=]\s*(-?[\d.]+(?:e[+-]?\d+)?)/gi)].map(
    ([, name, number]) => [String(name), Number(number)] as const,
  );
  if (entries.length > 0) return pickByName(names, entries);
  const list = /^(?:[a-z]\w*)?\s*[([<{]?([^()[\]<>{}]*)[)\]>}]?$/i.exec(text)?.[1] ?? '';
  const parts = list.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.every((part) => Number.isFinite(Number(part))) ? parts.map(Number) : undefined;
};

/**
 * Parses `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`. Channels range from 0 to 1, and a color without alpha is opaque.
 */
const parseHexColor = (digits: string): readonly number[] | undefined => {
  const size = digits.length === 3 || digits.length === 4 ? 1 : 2;
  const channels = digits.match(size === 1 ? /./g : /../g) ?? [];
  if (digits.length % size !== 0 || channels.length < 3 || channels.length > 4) return undefined;
  const levels = channels.map((channel) => Number.parseInt(channel.repeat(3 - size), 16) / 255);
  return levels.length === 4 ? levels : [...levels, 1];
};
