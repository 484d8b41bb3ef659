import { basename } from 'node:path';
import type { CpuProfile } from './inspector.ts';

/** A function and its share of the time that was not spent waiting, in per cent. */
interface FunctionShare {
  readonly name: string;
  readonly percent: number;
}

/** Where a process does nothing, or nothing of its own. */
const isIdle = (name: string): boolean => name === '(idle)' || name === '(root)';

/** How often each function was found at work itself, not in what it called. */
const countSelfHits = (profiles: readonly CpuProfile[]): ReadonlyMap<string, number> => {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of profiles.flatMap(({ nodes }) => nodes)) {
    const { functionName, url, lineNumber } = callFrame;
    const name = functionName || `${basename(url)}:${lineNumber + 1}`;
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  return hits;
};

const sumHits = (hits: readonly (readonly [string, number])[]): number =>
  hits.reduce((sum, [, count]) => sum + count, 0);

/** How often a process was found at work. */
export const countActiveSamples = (profiles: readonly CpuProfile[]): number =>
  sumHits([...countSelfHits(profiles)].filter(([name]) => !isIdle(name)));

/** The functions in which most of that time was spent. */
export const listTopFunctions = (
  profiles: readonly CpuProfile[],
  count: number,
): readonly FunctionShare[] => {
  const hits = [...countSelfHits(profiles)].filter(([name]) => !isIdle(name));
  const all = sumHits(hits);
  return hits
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, own]) => ({ name, percent: (100 * own) / all }));
};
