import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';

const step = 1 / 60;

/**
 * Creates a runtime in which a button triggers the node, `stop` triggers the node's other input, and Out writes to the
 * console.
 */
const createRateLimitRuntime = (category: string, otherInput: string, Interval: number) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      { go: 'ManualButton', stop: 'ManualButton', node: [category, { Interval }], out: 'LogConsole' },
      ['go.Pressed > node.In', `stop.Pressed > node.${otherInput}`, 'node.Out > out.In'],
    ),
  );
  return {
    ...runtime,
    /** Presses buttons before the ticks with the given numbers. */
    play(pressesByTick: Readonly<Record<number, readonly string[]>>, ticks: number) {
      for (let tick = 1; tick <= ticks; tick++) {
        runtime.press(...(pressesByTick[tick] ?? []));
        runtime.step();
      }
    },
    ticks: () => runtime.raised('console.log').map(({ tick }) => tick),
  };
};

describe('Throttle', () => {
  test('passes the first trigger, then none until the interval is over', () => {
    const runtime = createRateLimitRuntime('Throttle', 'Reset', 3 * step);
    runtime.play({ 1: ['go', 'go'], 3: ['go'], 4: ['go'], 6: ['go'], 7: ['go'] }, 8);
    expect(runtime.ticks()).toEqual([1, 4, 7]);
    expect(runtime.port('node.out.Dropped')).toBe(3);
  });

  test('Reset lets the next one pass and restarts the count', () => {
    const runtime = createRateLimitRuntime('Throttle', 'Reset', 1);
    runtime.play({ 1: ['go', 'go'] }, 1);
    expect(runtime.port('node.out.Dropped')).toBe(1);
    runtime.play({ 1: ['stop'], 2: ['go'] }, 2);
    expect(runtime.ticks()).toEqual([1, 3]);
    expect(runtime.port('node.out.Dropped')).toBe(0);
  });

  test('an interval of 0 passes everything', () => {
    const runtime = createRateLimitRuntime('Throttle', 'Reset', 0);
    runtime.play({ 1: ['go', 'go'] }, 1);
    expect(runtime.ticks()).toEqual([1, 1]);
  });
});

describe('Debounce', () => {
  test('fires once In has been quiet for the interval', () => {
    const runtime = createRateLimitRuntime('Debounce', 'Cancel', 3 * step);
    runtime.play({ 1: ['go'], 3: ['go', 'go'], 10: ['go'] }, 15);
    expect(runtime.ticks()).toEqual([6, 13]);
  });

  test('Cancel drops what is pending', () => {
    const runtime = createRateLimitRuntime('Debounce', 'Cancel', 3 * step);
    runtime.play({ 1: ['go'], 2: ['stop'] }, 10);
    expect(runtime.ticks()).toEqual([]);
  });
});
