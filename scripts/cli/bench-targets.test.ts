import { expect, test } from 'vitest';
import { parseTargets } from './bench-targets.ts';

const url = ['http://a', 'http://b'];

test('applies a single value to all targets, and several values in the order of the addresses', () => {
  expect(
    parseTargets({
      ...{ url, token: ['secret'], eventsUrl: ['ws://x/a', 'ws://x/b'] },
      pid: [process.pid, process.ppid],
    }),
  ).toEqual([
    { url: 'http://a', token: 'secret', eventsUrl: 'ws://x/a', pid: process.pid },
    { url: 'http://b', token: 'secret', eventsUrl: 'ws://x/b', pid: process.ppid },
  ]);
  expect(parseTargets({ url, token: ['one', 'other'] }).map(({ token }) => token)).toEqual(['one', 'other']);
});

test('reads an environment variable for each address, or one for all', () => {
  process.env.BENCH_TOKEN_A = 'one';
  process.env.BENCH_TOKEN_B = 'other';
  try {
    const tokens = (...tokenEnv: readonly string[]) =>
      parseTargets({ url, tokenEnv }).map(({ token }) => token);
    expect(tokens('BENCH_TOKEN_A', 'BENCH_TOKEN_B')).toEqual(['one', 'other']);
    expect(tokens('BENCH_TOKEN_B')).toEqual(['other', 'other']);
  } finally {
    delete process.env.BENCH_TOKEN_A;
    delete process.env.BENCH_TOKEN_B;
  }
});

test('returns no target without an address', () => {
  expect(parseTargets({})).toEqual([]);
});
