import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';

const runMultiGate = (values: Record<string, Json>, seed = 1) => {
  const stage = createTestRuntime({ seed });
  stage.run(
    createTestGraph(
      {
        next: 'ManualButton',
        reset: 'ManualButton',
        gate: ['MultiGate', { Count: 3, ...values }],
        a: logNode('0'),
        b: logNode('1'),
        c: logNode('2'),
      },
      [
        'next.Pressed > gate.In',
        'reset.Pressed > gate.Reset',
        'gate.Out0 > a.In',
        'gate.Out1 > b.In',
        'gate.Out2 > c.In',
      ],
    ),
  );
  return stage;
};

const createTriggers = (count: number) => Array.from({ length: count }, () => 'next');

describe('MultiGate', () => {
  test('fires each output once, in order, then none', () => {
    const stage = runMultiGate({});
    stage.press(...createTriggers(5));
    stage.step();
    expect(stage.messages()).toEqual(['0', '1', '2']);
  });

  test('starts again after Reset', () => {
    const stage = runMultiGate({});
    stage.press('next', 'next', 'reset', 'next');
    stage.step();
    expect(stage.messages()).toEqual(['0', '1', '0']);
  });

  test('starts again by itself with Loop', () => {
    const stage = runMultiGate({ Loop: true });
    stage.press(...createTriggers(7));
    stage.step();
    expect(stage.messages()).toEqual(['0', '1', '2', '0', '1', '2', '0']);
  });

  test('LastIndex is the last output fired, -1 before the first and after Reset', () => {
    const stage = runMultiGate({});
    stage.step();
    expect(stage.port('gate.out.LastIndex')).toBe(-1);
    stage.press('next', 'next');
    stage.step();
    expect(stage.port('gate.out.LastIndex')).toBe(1);
    stage.press('reset');
    stage.step();
    expect(stage.port('gate.out.LastIndex')).toBe(-1);
  });

  test('with Random, every round fires each output once, in an order that depends on the seed', () => {
    const order = (seed: number) => {
      const stage = runMultiGate({ Random: true, Loop: true }, seed);
      stage.press(...createTriggers(30));
      stage.step();
      return stage.messages().join('');
    };
    const rounds = order(7).match(/.../g)!;
    expect(rounds).toHaveLength(10);
    expect(new Set(rounds.map((round) => [...round].sort().join('')))).toEqual(new Set(['012']));
    expect(new Set(rounds).size).toBeGreaterThan(1);
    expect(order(7)).toBe(order(7));
    expect(order(7)).not.toBe(order(8));
  });
});
