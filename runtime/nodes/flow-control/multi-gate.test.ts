import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';

const runMultiGate = (values: Record<string, Json>, seed = 1) => {
  const runtime = createTestRuntime({ seed });
  runtime.run(
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
  return runtime;
};

const createTriggers = (count: number) => Array.from({ length: count }, () => 'next');

describe('MultiGate', () => {
  test('fires each output once, in order, then none', () => {
    const runtime = runMultiGate({});
    runtime.press(...createTriggers(5));
    runtime.step();
    expect(runtime.messages()).toEqual(['0', '1', '2']);
  });

  test('starts again after Reset', () => {
    const runtime = runMultiGate({});
    runtime.press('next', 'next', 'reset', 'next');
    runtime.step();
    expect(runtime.messages()).toEqual(['0', '1', '0']);
  });

  test('starts again by itself with Loop', () => {
    const runtime = runMultiGate({ Loop: true });
    runtime.press(...createTriggers(7));
    runtime.step();
    expect(runtime.messages()).toEqual(['0', '1', '2', '0', '1', '2', '0']);
  });

  test('LastIndex is the last output fired, -1 before the first and after Reset', () => {
    const runtime = runMultiGate({});
    runtime.step();
    expect(runtime.port('gate.out.LastIndex')).toBe(-1);
    runtime.press('next', 'next');
    runtime.step();
    expect(runtime.port('gate.out.LastIndex')).toBe(1);
    runtime.press('reset');
    runtime.step();
    expect(runtime.port('gate.out.LastIndex')).toBe(-1);
  });

  test('with Random, every round fires each output once, in an order that depends on the seed', () => {
    const recordOrder = (seed: number) => {
      const runtime = runMultiGate({ Random: true, Loop: true }, seed);
      runtime.press(...createTriggers(30));
      runtime.step();
      return runtime.messages().join('');
    };
    const rounds = recordOrder(7).match(/.../g)!;
    expect(rounds).toHaveLength(10);
    expect(new Set(rounds.map((round) => [...round].sort().join('')))).toEqual(new Set(['012']));
    expect(new Set(rounds).size).toBeGreaterThan(1);
    expect(recordOrder(7)).toBe(recordOrder(7));
    expect(recordOrder(7)).not.toBe(recordOrder(8));
  });
});
