import { basename } from 'node:path';
import type { Profile } from './inspector.ts';

/** A function and its share of the time that was not spent waiting, in per cent. */
interface Share {
  readonly name: string;
  readonly percent: number;
}

/** Where a process does nothing, or nothing of its own. */
const isWaiting = (name: string): boolean => name === '(idle)' || name === '(root)';

/** How often each function was found at work itself, not in what it called. */
const hitsOf = (profiles: readonly Profile[]): ReadonlyMap<string, number> => {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of profiles.flatMap(({ nodes }) => nodes)) {
    const { functionName, url, lineNumber } = callFrame;
    const name = functionName || `${basename(url)}:${lineNumber + 1}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  return hits;
};

const sumOf = (hits: readonly (readonly [string, number])[]): number =>
  hits.reduce((sum, [, count]) => sum + count, 0);

/** How often a process was found at work. */
export const workIn = (profiles: readonly Profile[]): number =>
  sumOf([...hitsOf(profiles)].filter(([name]) => !isWaiting(name)));

/** The functions in which most of that time was spent. */
export const topOf = (profiles: readonly Profile[], count: number): readonly Share[] => {
  const hits = [...hitsOf(profiles)].filter(([name]) => !isWaiting(name));
  const all = sumOf(hits);
  return hits
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, own]) => ({ name, percent: (100 * own) / all }));
};
