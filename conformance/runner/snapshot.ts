/**
 * Determines whether a resource has changed. Responses may contain more than the description states, and lists may be
 * in any order. Fields that change by themselves are detected by reading twice, and list elements are identified by id.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { isRecord } from '../json.ts';
import { isId } from '../target/id.ts';

/** The values that one read returned, keyed by path. */
type LeafValues = ReadonlyMap<string, unknown>;

/** The state of a resource, and how to read this state again. */
export interface Snapshot {
  readonly read: () => Promise<unknown>;
  readonly before: LeafValues;
  /**
   * Paths whose values differed between two reads although nothing happened in between. Each path applies to all
   * elements of a list.
   */
  readonly volatilePaths: ReadonlySet<string>;
  /** Paths whose values stayed the same for longer than a clock period. Each path applies to all elements of a list. */
  readonly stablePaths: Set<string>;
}

/** The values that changed, keyed by path. */
interface Difference {
  readonly expected: Readonly<Record<string, unknown>>;
  readonly actual: Readonly<Record<string, unknown>>;
}

/** The time after which a clock with a resolution of one second has certainly advanced, in milliseconds. */
const maxClockPeriodMs = 1_100;

/** How often a changed resource is read again, to detect fields that come and go by themselves. */
const rereads = 4;

/** Maximum number of values that a difference lists. */
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

/**
 * Returns what has changed, or `undefined` if nothing has changed. Reads a changed resource several times, because
 * fields may have other names in every response. If clocks did not advance between the first reads, waits until the
 * clocks advance.
 */
export const findDifference = async ({
  read,
  before,
  volatilePaths,
  stablePaths,
}: Snapshot): Promise<Difference | undefined> => {
  const after = collectLeaves(await read());
  const omit = (paths: readonly string[], patterns: ReadonlySet<string>): readonly string[] =>
    paths.filter((path) => !patterns.has(toElementPattern(path)));
  const omitVolatile = async (paths: readonly string[]): Promise<readonly string[]> =>
    omit(paths, listVolatilePaths(after, collectLeaves(await read())));
  let changed = omit(listChangedPaths(before, after), volatilePaths);
  for (let count = 0; count < rereads && omit(changed, stablePaths).length > 0; count += 1)
    changed = await omitVolatile(changed);
  const mayBeClocks = changed.every(
    (path) =>
      !stablePaths.has(toElementPattern(path)) &&
      containsNumber(before.get(path)) &&
      containsNumber(after.get(path)),
  );
  if (changed.length > 0 && mayBeClocks) {
    await wait(maxClockPeriodMs);
    changed = await omitVolatile(changed);
    for (const path of changed) stablePaths.add(toElementPattern(path));
  }
  return changed.length === 0 ? undefined : createDifference(changed, before, after);
};

/**
 * Whether a value is a number or a string that contains a number, like the value of a clock, a counter or a version.
 */
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

/**
 * Returns the identity of a list element: its id, such as `connectionId`, or the element itself. Returns `undefined` for a record without an
 * id.
 */
const getElementKey = (element: unknown): string | undefined => {
  if (!isRecord(element)) return Array.isArray(element) ? undefined : JSON.stringify(element);
  const otherIds = Object.keys(element).filter((key) => key.endsWith('Id'));
  const id = [element.id, element.name, element.index, ...otherIds.map((key) => element[key])].find(isId);
  return id === undefined ? undefined : JSON.stringify(id);
};

/** Converts the path of a value to a path that applies to all elements of its lists. */
const toElementPattern = (path: string): string =>
  path.replace(/\[(?:"(?:[^"\\]|\\.)*"|[^\]"]*)[^\]]*\]/g, '[]');
