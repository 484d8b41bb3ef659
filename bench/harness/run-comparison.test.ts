import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { JobError } from './candidate.ts';
import { summarizeRuns, runComparison } from './run-comparison.ts';
import type { Candidate, Comparison, RoundBudget } from './candidate.ts';

const createScriptedCandidate = (
  name: string,
  speeds: readonly number[],
  journal: string[] = [],
): Candidate => {
  const script = [...speeds];
  return {
    name,
    role: name === 'floor' ? 'floor' : 'target',
    open: async () => void journal.push(`open ${name}`),
    round: async () => {
      journal.push(name);
      const speed = script.shift();
      if (speed === undefined || speed < 0) throw new JobError('lost 1 of 10 deliveries');
      return { speed };
    },
    close: async () => void journal.push(`close ${name}`),
  };
};

const createComparison = (candidates: readonly Candidate[]): Comparison => ({
  id: 'test/one',
  title: 'One',
  note: '',
  metrics: [{ key: 'speed', label: 'speed', unit: '/s', better: 'higher' }],
  reference: 'floor',
  candidates,
});

const roundBudget = { rounds: 3, deadlineMs: 5000 };

const runAndSummarize = async (comparison: Comparison, budget: RoundBudget) =>
  summarizeRuns(comparison, await runComparison(comparison, budget));

describe('interleaving', () => {
  test('candidates warm up, then run in turns, and are all closed', async () => {
    const journal: string[] = [];
    const speeds = [1, 1, 1, 1];
    await runAndSummarize(
      createComparison([
        createScriptedCandidate('a', speeds, journal),
        createScriptedCandidate('floor', speeds, journal),
      ]),
      roundBudget,
    );
    expect(journal).toEqual([
      'open a',
      'open floor',
      'a',
      'floor',
      'a',
      'floor',
      'a',
      'floor',
      'a',
      'floor',
      'close a',
      'close floor',
    ]);
  });
});

describe('warm-up', () => {
  /** Creates a candidate whose rounds each advance a fake clock by the given number of milliseconds. */
  const createSlowCandidate = (name: string, ms: number): Candidate => {
    let rounds = 0;
    return {
      ...createScriptedCandidate(name, []),
      round: async () => {
        vi.advanceTimersByTime(ms);
        rounds += 1;
        return { speed: rounds };
      },
    };
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const getCountedRounds = async (candidate: Candidate, warmUp: Partial<RoundBudget>) => {
    const [run] = await runComparison(createComparison([candidate]), { ...roundBudget, ...warmUp });
    return run?.rounds.map(({ speed }) => speed);
  };

  test('rounds count once a candidate has run long enough', async () => {
    expect(await getCountedRounds(createSlowCandidate('target', 40), { warmUpMs: 100 })).toEqual([4, 5, 6]);
    expect(await getCountedRounds(createSlowCandidate('target', 500), { warmUpMs: 100 })).toEqual([2, 3, 4]);
  });

  test('it lasts longer while the figure improves, up to a limit', async () => {
    const createImproving = (getSpeed: (round: number) => number): Candidate => {
      let round = 0;
      return {
        ...createScriptedCandidate('target', []),
        round: async () => {
          vi.advanceTimersByTime(40);
          round += 1;
          return { speed: getSpeed(round), round };
        },
      };
    };
    const countWarmUpRounds = async (getSpeed: (round: number) => number) => {
      const [run] = await runComparison(createComparison([createImproving(getSpeed)]), {
        ...{ ...roundBudget, warmUpMs: 200, maxWarmUpMs: 4000 },
      });
      return (run?.rounds[0]?.round ?? 0) - 1;
    };
    expect(await countWarmUpRounds(() => 100)).toBe(5);
    expect(await countWarmUpRounds((round) => 100 / round)).toBe(5);
    expect(await countWarmUpRounds((round) => Math.min(round, 30))).toBeGreaterThan(40);
    expect(await countWarmUpRounds((round) => 1.1 ** round)).toBe(100);
  });

  test('one round does not count by default, and every round of a cold comparison counts', async () => {
    expect(await getCountedRounds(createSlowCandidate('target', 40), {})).toEqual([2, 3, 4]);
    expect(await getCountedRounds(createSlowCandidate('target', 40), { isCold: true })).toEqual([1, 2, 3]);
  });

  test('a candidate that fails during warm-up does not run again', async () => {
    const journal: string[] = [];
    await runComparison(createComparison([createScriptedCandidate('target', [-1], journal)]), {
      ...roundBudget,
      warmUpMs: 100,
    });
    expect(journal).toEqual(['open target', 'target', 'close target']);
  });
});

describe('runComparison', () => {
  test('reports medians of the counted rounds, and of their ratios to the reference in the same round with their uncertainty', async () => {
    const result = await runAndSummarize(
      createComparison([
        createScriptedCandidate('target', [9999, 10, 30, 20]),
        createScriptedCandidate('floor', [9999, 40, 50, 30]),
      ]),
      roundBudget,
    );
    expect(result.candidates).toEqual([
      {
        name: 'target',
        role: 'target',
        outcome: 'measured',
        rounds: 3,
        figures: {
          speed: {
            ...{ median: 20, min: 10, max: 30, mad: 10, values: [10, 30, 20] },
            ...{ ratio: 0.6, uncertainty: expect.closeTo(0.2384, 4) },
          },
        },
      },
      {
        name: 'floor',
        role: 'floor',
        outcome: 'measured',
        rounds: 3,
        figures: {
          speed: { median: 40, min: 30, max: 50, mad: 10, values: [40, 50, 30], ratio: 1, uncertainty: 0 },
        },
      },
    ]);
  });

  test('compares each target with its own reference, if it has one of that name', async () => {
    const { candidates } = await runAndSummarize(
      createComparison([
        { ...createScriptedCandidate('in turn', [1, 10, 10, 10]), target: 'http://a' },
        { ...createScriptedCandidate('floor', [1, 20, 20, 20]), target: 'http://a' },
        { ...createScriptedCandidate('in turn', [1, 10, 10, 10]), target: 'http://b' },
        { ...createScriptedCandidate('floor', [1, 40, 40, 40]), target: 'http://b' },
      ]),
      roundBudget,
    );
    expect(candidates).toMatchObject([
      { target: 'http://a', figures: { speed: { ratio: 0.5 } } },
      { target: 'http://a', figures: { speed: { ratio: 1 } } },
      { target: 'http://b', figures: { speed: { ratio: 0.25 } } },
      { target: 'http://b', figures: { speed: { ratio: 1 } } },
    ]);
  });

  test('reports an erratic metric without a ratio', async () => {
    const erraticMetric = {
      key: 'speed',
      label: 'speed',
      unit: '/s',
      better: 'higher',
      isErratic: true,
    } as const;
    const candidates = [
      createScriptedCandidate('target', [1, 10, 10, 10]),
      createScriptedCandidate('floor', [1, 20, 20, 20]),
    ];
    const result = await runAndSummarize(
      { ...createComparison(candidates), metrics: [erraticMetric] },
      roundBudget,
    );
    expect(result.candidates).toMatchObject([
      { figures: { speed: { median: 10 } } },
      { outcome: 'measured' },
    ]);
    expect(JSON.stringify(result)).not.toContain('ratio');
  });

  test('omits a metric that a candidate does not report', async () => {
    const silentCandidate: Candidate = {
      ...createScriptedCandidate('target', []),
      round: async () => ({ speed: Number.NaN }),
    };
    const { candidates } = await runAndSummarize(
      createComparison([silentCandidate, createScriptedCandidate('floor', [1, 1, 1, 1])]),
      roundBudget,
    );
    expect(candidates[0]).toMatchObject({ outcome: 'measured', figures: {} });
    expect(candidates[0]).not.toHaveProperty('figures.speed');
  });

  test('reports only a reason for a candidate that fails in its last round, and continues with the others', async () => {
    const result = await runAndSummarize(
      createComparison([
        createScriptedCandidate('target', [10, 10, 10, -1]),
        createScriptedCandidate('floor', [10, 10, 10, 10]),
      ]),
      roundBudget,
    );
    expect(result.candidates).toMatchObject([
      { name: 'target', outcome: 'failed', reason: 'lost 1 of 10 deliveries' },
      { name: 'floor', outcome: 'measured', rounds: 3 },
    ]);
    expect(result.candidates[0]).not.toHaveProperty('figures');
  });

  test('skips a candidate that is not installed, and says why', async () => {
    const journal: string[] = [];
    const absentCandidate: Candidate = {
      ...createScriptedCandidate('peer', [10], journal),
      role: 'peer',
      skipReason: 'not installed',
    };
    const result = await runAndSummarize(
      createComparison([absentCandidate, createScriptedCandidate('floor', [10, 10, 10, 10])]),
      roundBudget,
    );
    expect(result.candidates).toMatchObject([
      { name: 'peer', role: 'peer', outcome: 'absent', reason: 'not installed' },
      { name: 'floor', outcome: 'measured' },
    ]);
    expect(journal).not.toContain('peer');
    expect(journal).not.toContain('open peer');
  });

  test('reports figures but no ratios without a measured baseline', async () => {
    const result = await runAndSummarize(
      createComparison([
        createScriptedCandidate('target', [10, 10, 10, 10]),
        createScriptedCandidate('floor', [-1]),
      ]),
      roundBudget,
    );
    expect(result.candidates[0]).toMatchObject({ figures: { speed: { median: 10 } } });
    expect(JSON.stringify(result.candidates[0])).not.toContain('ratio');
  });

  test('fails a candidate that never finishes at the deadline', async () => {
    const stuckCandidate: Candidate = {
      ...createScriptedCandidate('target', []),
      round: () => new Promise(() => {}),
    };
    const result = await runAndSummarize(
      createComparison([stuckCandidate, createScriptedCandidate('floor', [1, 1])]),
      {
        rounds: 1,
        deadlineMs: 20,
      },
    );
    expect(result.candidates[0]).toMatchObject({ outcome: 'failed', reason: 'did not finish within 20 ms' });
    expect(result.candidates[1]).toMatchObject({ outcome: 'measured' });
  });
});
