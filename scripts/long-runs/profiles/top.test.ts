import { expect, it } from 'vitest';
import { workIn, topOf } from './top.ts';
import type { Profile } from './inspector.ts';

const profile = (hits: Readonly<Record<string, number>>): Profile => ({
  nodes: Object.entries(hits).map(([functionName, hitCount]) => ({
    callFrame: { functionName, url: 'file:///serve.cjs', lineNumber: 6 },
    hitCount,
  })),
});

const taken = [profile({ '(idle)': 60, write: 10, parse: 4 }), profile({ '(root)': 0, parse: 16, '': 10 })];

it('adds up where a process was found, what it waited left out', () => {
  expect(topOf(taken, 10)).toEqual([
    { name: 'parse', percent: 50 },
    { name: 'write', percent: 25 },
    { name: 'serve.cjs:7', percent: 25 },
  ]);
  expect(topOf(taken, 1)).toEqual([{ name: 'parse', percent: 50 }]);
});

it('tells how often a process was found at work', () => {
  expect(workIn(taken)).toBe(40);
  expect(workIn([])).toBe(0);
});
