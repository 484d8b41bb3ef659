import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

/** Creates a graph in which three buttons are connected to a WaitAll with six inputs. */
const createWaitAllRuntime = (disabled: readonly string[] = []) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        a: 'ManualButton',
        b: 'ManualButton',
        c: 'ManualButton',
        reset: 'ManualButton',
        all: ['WaitAll', { Count: 6 }],
        out: logNode('all'),
      },
      [
        'a.Pressed > all.In0',
        'b.Pressed > all.In1',
        'c.Pressed > all.In5',
        'reset.Pressed > all.Reset',
        'all.Out > out.In',
      ],
      { disabled: { all: disabled } },
    ),
  );
  return runtime;
};

describe('WaitAll', () => {
  test('fires once every connected input has fired, in any order, each counted once', () => {
    const runtime = createWaitAllRuntime();
    runtime.press('c', 'a', 'a', 'c');
    runtime.step();
    expect(runtime.messages()).toEqual([]);
    runtime.press('b');
    runtime.step();
    expect(runtime.messages()).toEqual(['all']);
  });

  test.each(['In0', 'In1', 'In2', 'In3'])('treats %s like any other', (port) => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ start: 'Start', all: 'WaitAll', out: logNode('all') }, [
        `start.Out > all.${port}`,
        'all.Out > out.In',
      ]),
    );
    runtime.step();
    expect(runtime.messages()).toEqual(['all']);
  });

  test('starts again after it has fired', () => {
    const runtime = createWaitAllRuntime();
    runtime.press('a', 'b', 'c', 'a', 'b');
    runtime.step();
    expect(runtime.messages()).toEqual(['all']);
    runtime.press('c');
    runtime.step();
    expect(runtime.messages()).toEqual(['all', 'all']);
  });

  test('Reset forgets the inputs that have fired', () => {
    const runtime = createWaitAllRuntime();
    runtime.press('a', 'b', 'reset', 'c');
    runtime.step();
    expect(runtime.messages()).toEqual([]);
    expect(runtime.port('all.out.Remaining')).toBe(2);
  });

  test('Remaining counts the connected inputs that have not fired yet', () => {
    const runtime = createWaitAllRuntime();
    runtime.step();
    expect(runtime.port('all.out.Remaining')).toBe(3);
    runtime.press('b');
    runtime.step();
    expect(runtime.port('all.out.Remaining')).toBe(2);
    runtime.press('a', 'c');
    runtime.step();
    expect(runtime.port('all.out.Remaining')).toBe(3);
  });

  test('does not wait for a disabled input', () => {
    const runtime = createWaitAllRuntime(['in.In5']);
    runtime.press('a', 'b');
    runtime.step();
    expect(runtime.messages()).toEqual(['all']);
  });
});
