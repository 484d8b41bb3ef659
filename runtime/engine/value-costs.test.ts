import { expect, test } from 'vitest';
import { createTestRuntime, createTestGraph, createTestVariable } from './testing-runtime.ts';
import type { Json } from '#spec/values.ts';

const createText = (characters: number): string => 'x'.repeat(characters);
const list = (values: number): Json => Array.from({ length: values - 1 }, () => 0);
const createObject = (values: number): Json => ({ '': list(values - 1) });

const createLimitedRuntime = (stepsPerActivation: number) =>
  createTestRuntime({ limits: { stepsPerActivation } });
const isStopped = (runtime: ReturnType<typeof createLimitedRuntime>): boolean =>
  runtime.raised('graph.stopped').length > 0;

/**
 * Values that a handler reads, each with the largest size before another step is charged, and the number of steps
 * charged up to that size.
 */
const sizes: readonly [kind: string, make: (size: number) => Json, last: number, steps: number][] = [
  ['a text', createText, 99, 0],
  ['a long text', createText, 1_099, 10],
  ['a list', list, 999, 0],
  ['a long list', list, 10_999, 10],
  ['an object', createObject, 999, 0],
];

/** One activation of Start and one of Watch. */
const activations = 2;

test.each(sizes)('a handler that reads %s of its own pays for its size', (_, createValue, last, steps) => {
  const runs = (size: number): boolean => {
    const runtime = createLimitedRuntime(activations + steps);
    runtime.run(
      createTestGraph({ start: 'Start', read: ['Watch', { Value: createValue(size) }] }, [
        'start.Out > read.In',
      ]),
    );
    runtime.step();
    return !isStopped(runtime);
  };
  expect(runs(last)).toBe(true);
  expect(runs(last + 1)).toBe(false);
});

test.each(sizes)(
  'a handler that reads %s through a connection pays for its size',
  (_, createValue, last, steps) => {
    // one step for the output, and one for the copy that is kept for watching
    const arrival = 2;
    const runs = (size: number): boolean => {
      const runtime = createLimitedRuntime(activations + arrival + steps);
      runtime.put(createTestVariable('large', createValue(size)));
      runtime.run(
        createTestGraph({ start: 'Start', get: ['GetVariable', { Variable: 'large' }], read: 'Watch' }, [
          'start.Out > read.In',
          'get.Value > read.Value',
        ]),
      );
      runtime.step();
      return !isStopped(runtime);
    };
    expect(runs(last)).toBe(true);
    expect(runs(last + 1)).toBe(false);
  },
);

test('a handler pays for all of its inputs together', () => {
  const runs = (characters: number): boolean => {
    const runtime = createLimitedRuntime(activations + 2);
    const values = { Variable: createText(100), Value: createText(characters) };
    runtime.run(createTestGraph({ start: 'Start', set: ['SetVariable', values] }, ['start.Out > set.In']));
    runtime.step();
    return !isStopped(runtime);
  };
  expect(runs(199)).toBe(true);
  expect(runs(300)).toBe(false);
});
