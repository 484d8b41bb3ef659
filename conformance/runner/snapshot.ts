/**
 * Whether a thing is as it was. An answer may hold more than the description states, even what differs at every read,
 * and lists may come in any order: what moves by itself is learnt by reading twice, and elements are known by their id.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../json.ts';
import { isId } from '../target/id.ts';

/** What a read showed, by the path of each value. */
type LeafValues = ReadonlyMap<string, unknown>;

/** A thing as it was, and how to look at it again. */
export interface Snapshot {
  readonly read: () => Promise<unknown>;
  readonly before: LeafValues;
  /** Paths, of whatever element, that differed between two reads with nothing in between. */
  readonly volatilePaths: ReadonlySet<string>;
  /** Paths, of whatever element, that were seen to stand still for longer than any clock does. */
  readonly stablePaths: Set<string>;
}

/** Values that differ from what they were, by path. */
interface Difference {
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
}

/** A clock of whole seconds moves within this time, in milliseconds. */
const maxClockPeriodMs = 1_100;

/** Most values that a difference tells. */
const maxReportedDifferences = 5;

export const takeSnapshot = async (read: Snapshot['read']): Promise<Snapshot> => {
  const before = collectLeaves(await read());
  return {
    read,
    before,
    volatilePaths: listVolatilePaths(before, collectLeaves(await read())),
    stablePaths: new Set(),
  };
};

/** What is not as it was; undefined when all is. Clocks that stood still while they were looked at are waited for. */
export const findDifference = async ({
  read,
  before,
  volatilePaths,
  stablePaths,
}: Snapshot): Promise<Difference | undefined> => {
  const after = collectLeaves(await read());
  const changed = listChangedPaths(before, after).filter(
    (path) => !volatilePaths.has(toElementPattern(path)),
  );
  if (changed.length === 0) return undefined;
  const mayBeClocks = changed.every(
    (path) =>
      !stablePaths.has(toElementPattern(path)) &&
      containsNumber(before.get(path)) &&
      containsNumber(after.get(path)),
  );
  if (!mayBeClocks) return createDifference(changed, before, after);
  await wait(maxClockPeriodMs);
  const clocks = listVolatilePaths(after, collectLeaves(await read()));
  const left = changed.filter((path) => !clocks.has(toElementPattern(path)));
  for (const path of left) stablePaths.add(toElementPattern(path));
  return left.length === 0 ? undefined : createDifference(left, before, after);
};

/** A number or a text with one in it: what a clock, a counter or a version shows. */
const containsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

const createDifference = (paths: readonly string[], before: LeafValues, after: LeafValues): Difference => {
  const at = (leaves: LeafValues) =>
    Object.fromEntries(
      paths
        .slice(0, maxReportedDifferences)
        .map((path) => [path, leaves.has(path) ? leaves.get(path) : 'nothing']),
    );
  return { expected: at(before), actual: at(after) };
};

const listChangedPaths = (before: LeafValues, after: LeafValues): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));

const listVolatilePaths = (before: LeafValues, after: LeafValues): ReadonlySet<string> =>
  new Set(listChangedPaths(before, after).map(toElementPattern));

const collectLeaves = (value: unknown): LeafValues => new Map(walkLeaves(value, ''));

function* walkLeaves(value: unknown, path: string): Generator<readonly [string, unknown]> {
  if (Array.isArray(value)) {
    yield [`${path}.length`, value.length];
    const seen = new Map<string, number>();
    for (const [index, element] of value.entries()) {
      const name = getElementKey(element) ?? `${index}`;
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      yield* walkLeaves(element, `${path}[${name}${before > 0 ? ` #${before}` : ''}]`);
    }
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* walkLeaves(inner, `${path}.${key}`);
  } else yield [path, value];
}

/** What an element of a list is known by: its id, or itself; undefined for a record without one. */
const getElementKey = (element: unknown): string | undefined => {
  if (!isRecord(element)) return Array.isArray(element) ? undefined : JSON.stringify(element);
  const id = [element.id, element.name, element.index].find(isId);
  return id === undefined ? undefined : JSON.stringify(id);
};

/** The path of a value within whatever element of its lists. */
const toElementPattern = (path: string): string =>
  path.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)[^\]]*\]/g, '[]');
