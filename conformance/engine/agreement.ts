/**
 * Whether a thing is as it was. An answer may hold more than the description states, even what differs at every read,
 * and lists may come in any order: what moves by itself is learnt by reading twice, and elements are known by their id.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../json.ts';
import { isId } from '../target/id.ts';

/** What a read showed, by the path of each value. */
type Leaves = ReadonlyMap<string, unknown>;

/** A thing as it was, and how to look at it again. */
export interface Kept {
  readonly read: () => Promise<unknown>;
  readonly before: Leaves;
  /** Paths, of whatever element, that differed between two reads with nothing in between. */
  readonly moving: ReadonlySet<string>;
  /** Paths, of whatever element, that were seen to stand still for longer than any clock does. */
  readonly still: Set<string>;
}

/** Values that differ from what they were, by path. */
interface Difference {
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
}

/** A clock of whole seconds moves within this time, in milliseconds. */
const slowestClockMs = 1_100;

/** Most values that a difference tells. */
const told = 5;

export const keep = async (read: Kept['read']): Promise<Kept> => {
  const before = leavesOf(await read());
  return { read, before, moving: changedPaths(before, leavesOf(await read())), still: new Set() };
};

/** What is not as it was; undefined when all is. Clocks that stood still while they were looked at are waited for. */
export const differenceFrom = async ({
  read,
  before,
  moving,
  still,
}: Kept): Promise<Difference | undefined> => {
  const after = leavesOf(await read());
  const changed = changesBetween(before, after).filter((path) => !moving.has(anyElement(path)));
  if (changed.length === 0) return undefined;
  const mayBeClocks = changed.every(
    (path) => !still.has(anyElement(path)) && isCounting(before.get(path)) && isCounting(after.get(path)),
  );
  if (!mayBeClocks) return differenceAt(changed, before, after);
  await wait(slowestClockMs);
  const clocks = changedPaths(after, leavesOf(await read()));
  const left = changed.filter((path) => !clocks.has(anyElement(path)));
  for (const path of left) still.add(anyElement(path));
  return left.length === 0 ? undefined : differenceAt(left, before, after);
};

/** A number or a text with one in it: what a clock, a counter or a version shows. */
const isCounting = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

const differenceAt = (paths: readonly string[], before: Leaves, after: Leaves): Difference => {
  const at = (leaves: Leaves) =>
    Object.fromEntries(
      paths.slice(0, told).map((path) => [path, leaves.has(path) ? leaves.get(path) : 'nothing']),
    );
  return { expected: at(before), actual: at(after) };
};

const changesBetween = (before: Leaves, after: Leaves): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

const changedPaths = (before: Leaves, after: Leaves): ReadonlySet<string> =>
  new Set(changesBetween(before, after).map(anyElement));

const leavesOf = (value: unknown): Leaves => new Map(leaves(value, ''));

function* leaves(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    yield [`${path}.length`, value.length];
    const seen = new Map<string, number>();
    for (const [index, element] of value.entries()) {
      const name = nameOf(element) ?? `${index}`;
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      yield* leaves(element, `${path}[${name}${before > 0 ? ` #${before}` : ''}]`);
    }
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* leaves(inner, `${path}.${key}`);
  } else yield [path, value];
}

/** What an element of a list is known by: its id, or itself; undefined for a record without one. */
const nameOf = (element: unknown): string | undefined => {
  if (!isRecord(element)) return Array.isArray(element) ? undefined : JSON.stringify(element);
  const id = [element.id, element.name, element.index].find(isId);
  return id === undefined ? undefined : JSON.stringify(id);
};

/** The path of a value within whatever element of its lists. */
const anyElement = (path: string): string => path.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)[^\]]*\]/g, '[]');
