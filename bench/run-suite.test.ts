import { expect, test } from 'vitest';
import { type BenchPlan, getBenchPlan } from './harness/bench-plan.ts';
import { runSuite } from './run-suite.ts';
import { createTarget } from './target/target.ts';
import type { Candidate } from './harness/candidate.ts';
import type { Suite } from './suites/suite.ts';

const plan: BenchPlan = { ...getBenchPlan(false), rounds: 7, warmUpMs: 0 };

/** Creates a suite with a baseline whose value is 10, and a target whose value is its port number. */
const createSuite = (overrides: Partial<Suite>): Suite => ({
  ...{ id: 'test', title: 'A test', ...overrides },
  async run({ compare, target }) {
    const candidate = (name: string, role: Candidate['role'], speed: number): Candidate => ({
      ...{ name, role },
      open: async () => {},
      round: async () => ({ speed }),
      close: async () => {},
    });
    await compare({
      ...{ id: 'test/one', title: 'One', note: '', reference: 'floor' },
      metrics: [{ key: 'speed', label: 'speed', unit: '/s', better: 'higher' }],
      candidates: [candidate('target', 'target', target.address.port), candidate('floor', 'floor', 10)],
    });
  },
});

const runTestSuite = async (overrides: Partial<Suite>) => {
  const lines: string[] = [];
  const result = await runSuite(
    createSuite(overrides),
    { plan, peers: false },
    (line) => lines.push(line),
    async (start) => [createTarget({ url: `http://127.0.0.1:${[10, 20, 60][start]}` })],
  );
  return { result, lines };
};

test('runs a suite once per start, and summarizes the rounds of all starts together', async () => {
  const { result, lines } = await runTestSuite({ starts: 3 });
  expect(result).toMatchObject({
    comparisons: [
      {
        id: 'test/one',
        candidates: [
          {
            outcome: 'measured',
            rounds: 9,
            starts: 3,
            figures: { speed: { values: [10, 10, 10, 20, 20, 20, 60, 60, 60], ratio: 2 } },
          },
          { outcome: 'measured', rounds: 9, figures: { speed: { median: 10, ratio: 1 } } },
        ],
      },
    ],
  });
  expect(lines).toContain('test/one: target (start 3, warm-up)');
});

test('runs other suites once', async () => {
  const { result, lines } = await runTestSuite({});
  expect(result.comparisons).toMatchObject([{ candidates: [{ rounds: 7 }, { rounds: 7 }] }]);
  expect(lines).toContain('test/one: target');
});

test('a candidate that fails in a later start has failed', async () => {
  const suite = createSuite({ starts: 3 });
  let starts = 0;
  const failingSuite: Suite = {
    ...suite,
    run: (context) => {
      starts += 1;
      return suite.run({
        ...context,
        compare: ({ candidates: [target, ...others], ...rest }) =>
          context.compare({
            ...rest,
            candidates: [
              {
                ...target,
                round: async () => {
                  if (starts === 2) throw new Error('gave up');
                  return { speed: 1 };
                },
              } as Candidate,
              ...others,
            ],
          }),
      });
    },
  };
  const { comparisons } = await runSuite(
    failingSuite,
    { plan, peers: false },
    () => {},
    async () => [createTarget({ url: 'http://127.0.0.1:1' })],
  );
  expect(comparisons[0]?.candidates).toMatchObject([
    { name: 'target', outcome: 'failed', reason: 'gave up' },
    { name: 'floor', outcome: 'measured', rounds: 9 },
  ]);
});
