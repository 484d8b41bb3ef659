import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';

const step = 1 / 60;

/** A runtime in which a button triggers the node, `stop` triggers its other input, and Out writes to the console. */
const createRateLimitRuntime = (category: string, other: string, Interval: number) => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph(
      { go: 'ManualButton', stop: 'ManualButton', node: [category, { Interval }], out: 'LogConsole' },
      ['go.Pressed > node.In', `stop.Pressed > node.${other}`, 'node.Out > out.In'],
    ),
  );
  return {
    ...stage,
    /** Presses buttons before the ticks with these numbers. */
    play(presses: Readonly<Record<number, readonly string[]>>, ticks: number) {
      for (let tick = 1; tick <= ticks; tick++) {
        stage.press(...(presses[tick] ?? []));
        stage.step();
      }
    },
    ticks: () => stage.raised('console.log').map(({ tick }) => tick),
  };
};

describe('Throttle', () => {
  test('passes the first trigger, then none until the interval is over', () => {
    const stage = createRateLimitRuntime('Throttle', 'Reset', 3 * step);
    stage.play({ 1: ['go', 'go'], 3: ['go'], 4: ['go'], 6: ['go'], 7: ['go'] }, 8);
    expect(stage.ticks()).toEqual([1, 4, 7]);
    expect(stage.port('node.out.Dropped')).toBe(3);
  });

  test('Reset lets the next one pass and restarts the count', () => {
    const stage = createRateLimitRuntime('Throttle', 'Reset', 1);
    stage.play({ 1: ['go', 'go'] }, 1);
    expect(stage.port('node.out.Dropped')).toBe(1);
    stage.play({ 1: ['stop'], 2: ['go'] }, 2);
    expect(stage.ticks()).toEqual([1, 3]);
    expect(stage.port('node.out.Dropped')).toBe(0);
  });

  test('an interval of 0 passes everything', () => {
    const stage = createRateLimitRuntime('Throttle', 'Reset', 0);
    stage.play({ 1: ['go', 'go'] }, 1);
    expect(stage.ticks()).toEqual([1, 1]);
  });
});

describe('Debounce', () => {
  test('fires once In has been quiet for the interval', () => {
    const stage = createRateLimitRuntime('Debounce', 'Cancel', 3 * step);
    stage.play({ 1: ['go'], 3: ['go', 'go'], 10: ['go'] }, 15);
    expect(stage.ticks()).toEqual([6, 13]);
  });

  test('Cancel drops what is pending', () => {
    const stage = createRateLimitRuntime('Debounce', 'Cancel', 3 * step);
    stage.play({ 1: ['go'], 2: ['stop'] }, 10);
    expect(stage.ticks()).toEqual([]);
  });
});
