import { basename } from 'node:path';
import type { CpuProfile } from './inspector.ts';

/** A function and its share, in percent, of the time that was not idle. */
interface FunctionShare {
  readonly name: string;
  readonly percent: number;
}

/** Whether the name stands for idle time, or for time outside any function. */
const isIdle = (name: string): boolean => name === '(idle)' || name === '(root)';

/** Counts the samples in each function itself, without the functions that it calls. */
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

/** Counts the samples in which the process was not idle. */
export const countActiveSamples = (profiles: readonly CpuProfile[]): number =>
  sumHits([...countSelfHits(profiles)].filter(([name]) => !isIdle(name)));

/** Returns the functions with the most self time. */
export const listTopFunctions = (
  profiles: readonly CpuProfile[],
  count: number,
): readonly FunctionShare[] => {
  const hits = [...countSelfHits(profiles)].filter(([name]) => !isIdle(name));
  const totalHits = sumHits(hits);
  return hits
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, selfCount]) => ({ name, percent: (100 * selfCount) / totalHits }));
};
