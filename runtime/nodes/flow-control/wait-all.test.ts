import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

/** A graph in which three buttons are connected to inputs of a WaitAll with six. */
const createWaitAllRuntime = (disabled: readonly string[] = []) => {
  const stage = createTestRuntime();
  stage.run(
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
  return stage;
};

describe('WaitAll', () => {
  test('fires once every connected input has fired, in any order, each counted once', () => {
    const stage = createWaitAllRuntime();
    stage.press('c', 'a', 'a', 'c');
    stage.step();
    expect(stage.messages()).toEqual([]);
    stage.press('b');
    stage.step();
    expect(stage.messages()).toEqual(['all']);
  });

  test.each(['In0', 'In1', 'In2', 'In3'])('treats %s like any other', (port) => {
    const stage = createTestRuntime();
    stage.run(
      createTestGraph({ start: 'Start', all: 'WaitAll', out: logNode('all') }, [
        `start.Out > all.${port}`,
        'all.Out > out.In',
      ]),
    );
    stage.step();
    expect(stage.messages()).toEqual(['all']);
  });

  test('starts again after it has fired', () => {
    const stage = createWaitAllRuntime();
    stage.press('a', 'b', 'c', 'a', 'b');
    stage.step();
    expect(stage.messages()).toEqual(['all']);
    stage.press('c');
    stage.step();
    expect(stage.messages()).toEqual(['all', 'all']);
  });

  test('Reset forgets the inputs that have fired', () => {
    const stage = createWaitAllRuntime();
    stage.press('a', 'b', 'reset', 'c');
    stage.step();
    expect(stage.messages()).toEqual([]);
    expect(stage.port('all.out.Remaining')).toBe(2);
  });

  test('Remaining counts the connected inputs that have not fired yet', () => {
    const stage = createWaitAllRuntime();
    stage.step();
    expect(stage.port('all.out.Remaining')).toBe(3);
    stage.press('b');
    stage.step();
    expect(stage.port('all.out.Remaining')).toBe(2);
    stage.press('a', 'c');
    stage.step();
    expect(stage.port('all.out.Remaining')).toBe(3);
  });

  test('does not wait for a disabled input', () => {
    const stage = createWaitAllRuntime(['in.In5']);
    stage.press('a', 'b');
    stage.step();
    expect(stage.messages()).toEqual(['all']);
  });
});
