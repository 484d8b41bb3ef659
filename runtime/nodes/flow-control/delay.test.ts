import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph } from '../../engine/testing-runtime.ts';

const step = 1 / 60;

/** Returns the ticks at which Done fires when In fires at ticks 1 and 3. */
const listDoneTicks = (values: Record<string, number | string>, ticks = 30) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        frame: 'OnNewFrame',
        third: ['Equal', { B: 3 }],
        branch: 'Branch',
        delay: ['Delay', values],
        done: 'LogConsole',
      },
      [
        'start.Out > delay.In',
        'frame.Out > branch.In',
        'frame.Frame > third.A',
        'third.Result > branch.Condition',
        'branch.True > delay.In',
        'delay.Done > done.In',
      ],
    ),
  );
  runtime.step(ticks);
  return runtime.raised('console.log').map(({ tick }) => tick);
};

describe('OnRetrigger', () => {
  test.each([
    ['Ignore', [7]],
    ['Restart', [9]],
    ['Queue', [7, 13]],
    ['Parallel', [7, 9]],
  ])('%s', (OnRetrigger, expected) => {
    expect(listDoneTicks({ Duration: 6 * step, OnRetrigger })).toEqual(expected);
  });

  test('Ignore accepts a trigger again once Done has fired', () => {
    expect(listDoneTicks({ Duration: 2 * step, OnRetrigger: 'Ignore' })).toEqual([3, 5]);
  });
});

test('takes the duration in ticks, rounded up, and at least one', () => {
  expect(listDoneTicks({ Duration: 0 })).toEqual([2, 4]);
  expect(listDoneTicks({ Duration: 1.5 * step, OnRetrigger: 'Parallel' })).toEqual([3, 5]);
  expect(listDoneTicks({ Duration: 0.1, OnRetrigger: 'Parallel' })).toEqual([7, 9]);
});

test('is not late by a tick because of rounding: 0.14 s at 50 frames a second is 7 ticks', () => {
  const runtime = createTestRuntime({ fps: 50 });
  runtime.run(
    createTestGraph({ start: 'Start', delay: ['Delay', { Duration: 0.14 }], done: 'LogConsole' }, [
      'start.Out > delay.In',
      'delay.Done > done.In',
    ]),
  );
  runtime.step(10);
  expect(runtime.raised('console.log').map(({ tick }) => tick)).toEqual([8]);
});

test('a negative duration counts as 0, with a warning', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ start: 'Start', delay: ['Delay', { Duration: -1 }], done: 'LogConsole' }, [
      'start.Out > delay.In',
      'delay.Done > done.In',
    ]),
  );
  runtime.step(2);
  expect(runtime.data('console.log')).toEqual([
    expect.objectContaining({ severity: 'warning', nodeId: 'delay' }),
    expect.objectContaining({ nodeId: 'done' }),
  ]);
});

test('Cancel drops all that is pending, and Remaining is the time left', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ start: 'Start', button: 'ManualButton', delay: 'Delay', done: 'LogConsole' }, [
      'start.Out > delay.In',
      'button.Pressed > delay.Cancel',
      'delay.Done > done.In',
    ]),
  );
  runtime.step(31);
  expect(runtime.port('delay.out.Remaining')).toBeCloseTo(0.5);
  runtime.execute('graph.press', { graphId: 'graph', nodeId: 'button', port: 'Pressed' });
  runtime.step();
  expect(runtime.port('delay.out.Remaining')).toBe(0);
  runtime.step(60);
  expect(runtime.messages()).toEqual([]);
});
