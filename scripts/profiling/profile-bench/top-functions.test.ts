import { expect, it } from 'vitest';
import { countActiveSamples, listTopFunctions } from './top-functions.ts';
import type { CpuProfile } from './inspector.ts';

const createProfile = (hits: Readonly<Record<string, number>>): CpuProfile => ({
  nodes: Object.entries(hits).map(([functionName, hitCount]) => ({
    callFrame: { functionName, url: 'file:///serve.cjs', lineNumber: 6 },
    hitCount,
  })),
});

const sampleProfiles = [
  createProfile({ '(idle)': 60, write: 10, parse: 4 }),
  createProfile({ '(root)': 0, parse: 16, '': 10 }),
];

it('adds up the samples of each function, without idle time', () => {
  expect(listTopFunctions(sampleProfiles, 10)).toEqual([
    { name: 'parse', percent: 50 },
    { name: 'write', percent: 25 },
    { name: 'serve.cjs:7', percent: 25 },
  ]);
  expect(listTopFunctions(sampleProfiles, 1)).toEqual([{ name: 'parse', percent: 50 }]);
});

it('counts the samples that are not idle', () => {
  expect(countActiveSamples(sampleProfiles)).toBe(40);
  expect(countActiveSamples([])).toBe(0);
});
