/**
 * Finds whether a resource has changed. A response may hold more than the description states, and lists may come in any
 * order. Fields that change by themselves are found by reading twice, and elements are identified by id.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../json.ts';
import { isId } from '../target/id.ts';

/** The values of a read, by path. */
type LeafValues = ReadonlyMap<string, unknown>;

/** The state of a resource, and how to read it again. */
export interface Snapshot {
  readonly read: () => Promise<unknown>;
  readonly before: LeafValues;
  /** Paths, in any element, that differed between two reads with nothing in between. */
  readonly volatilePaths: ReadonlySet<string>;
  /** Paths, in any element, that stayed the same for longer than a clock period. */
  readonly stablePaths: Set<string>;
}

/** Values that changed, by path. */
interface Difference {
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
}

/** A clock with a resolution of one second advances within this time, in milliseconds. */
const maxClockPeriodMs = 1_100;

/** Most values that a difference lists. */
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

/** Finds what changed; undefined if nothing did. Waits for clocks that did not advance between the first reads. */
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
  const remaining = changed.filter((path) => !clocks.has(toElementPattern(path)));
  for (const path of remaining) stablePaths.add(toElementPattern(path));
  return remaining.length === 0 ? undefined : createDifference(remaining, before, after);
};

/** Whether a value is a number or a text with one, as a clock, a counter or a version is. */
const containsNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));

const createDifference = (paths: readonly string[], before: LeafValues, after: LeafValues): Difference => {
  const at = (values: LeafValues) =>
    Object.fromEntries(
      paths
        .slice(0, maxReportedDifferences)
        .map((path) => [path, values.has(path) ? values.get(path) : 'nothing']),
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
    const counts = new Map<string, number>();
    for (const [index, element] of value.entries()) {
      const name = getElementKey(element) ?? `${index}`;
      const before = counts.get(name) ?? 0;
      counts.set(name, before + 1);
      yield* walkLeaves(element, `${path}[${name}${before > 0 ? ` #${before}` : ''}]`);
    }
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* walkLeaves(inner, `${path}.${key}`);
  } else yield [path, value];
}

/** The identity of a list element: its id, or itself. Undefined for a record without an id. */
const getElementKey = (element: unknown): string | undefined => {
  if (!isRecord(element)) return Array.isArray(element) ? undefined : JSON.stringify(element);
  const id = [element.id, element.name, element.index].find(isId);
  return id === undefined ? undefined : JSON.stringify(id);
};

/** The path of a value in any element of its lists. */
const toElementPattern = (path: string): string =>
  path.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)[^\]]*\]/g, '[]');
