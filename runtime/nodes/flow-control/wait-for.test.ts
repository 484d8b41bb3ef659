import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';

/** A runtime with a WaitFor that starts waiting in its first tick. */
const createWaitForRuntime = (values: Record<string, Json>) => {
  const stage = createTestRuntime({ fps: 10 });
  stage.run(
    createTestGraph(
      {
        go: 'ManualButton',
        cancel: 'ManualButton',
        wait: ['WaitFor', { Pattern: 'graph.*', Filter: 'other', ...values }],
        done: logNode('done'),
        late: logNode('late'),
      },
      [
        'go.Pressed > wait.In',
        'cancel.Pressed > wait.Cancel',
        'wait.Done > done.In',
        'wait.TimedOut > late.In',
      ],
    ),
  );
  stage.execute('graph.load', { graph: createTestGraph({}, [], { graphId: 'other' }) });
  stage.press('go');
  stage.step();
  const order = (command: 'graph.run' | 'graph.stop') => stage.execute(command, { graphId: 'other' });
  return { ...stage, order };
};

describe('WaitFor', () => {
  test('fires Done once, with the data of the event, in the tick after it', () => {
    const stage = createWaitForRuntime({});
    stage.step();
    expect(stage.messages()).toEqual([]);
    stage.order('graph.run');
    stage.step();
    expect(stage.messages()).toEqual(['done']);
    expect(stage.port('wait.out.Data')).toEqual({ graphId: 'other', name: 'other' });
    stage.order('graph.stop');
    stage.step();
    expect(stage.messages()).toEqual(['done']);
  });

  test('ignores events that do not match pattern and filter', () => {
    const stage = createWaitForRuntime({ Pattern: 'graph.stopped' });
    stage.order('graph.run');
    stage.step(2);
    expect(stage.messages()).toEqual([]);
    stage.order('graph.stop');
    stage.step(2);
    expect(stage.messages()).toEqual(['done']);
  });

  test('fires TimedOut when the time is up, and stops waiting', () => {
    const stage = createWaitForRuntime({ Timeout: 0.3 });
    stage.step(2);
    expect(stage.messages()).toEqual([]);
    stage.step();
    expect(stage.messages()).toEqual(['late']);
    stage.order('graph.run');
    stage.step(2);
    expect(stage.messages()).toEqual(['late']);
  });

  test('does not time out after the event', () => {
    const stage = createWaitForRuntime({ Timeout: 0.3 });
    stage.order('graph.run');
    stage.step(10);
    expect(stage.messages()).toEqual(['done']);
  });

  test('waits again when triggered again, after an event and after a time-out', () => {
    const stage = createWaitForRuntime({ Timeout: 0.3 });
    stage.step(3);
    stage.press('go');
    stage.step();
    stage.order('graph.run');
    stage.step();
    stage.press('go');
    stage.step();
    stage.order('graph.stop');
    stage.step();
    expect(stage.messages()).toEqual(['late', 'done', 'done']);
  });

  test('ignores triggers while it waits', () => {
    const stage = createWaitForRuntime({ Timeout: 0.3 });
    stage.step();
    stage.press('go');
    stage.step(2);
    expect(stage.messages()).toEqual(['late']);
  });

  test('Cancel ends the wait and the time-out', () => {
    const stage = createWaitForRuntime({ Timeout: 0.3 });
    stage.press('cancel');
    stage.step();
    stage.order('graph.run');
    stage.step(10);
    expect(stage.messages()).toEqual([]);
  });

  test('a malformed pattern matches nothing and writes a warning', () => {
    const stage = createWaitForRuntime({ Pattern: 'graph..' });
    stage.order('graph.run');
    stage.step(2);
    expect(stage.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'wait',
        message: expect.stringContaining('graph..'),
      }),
    ]);
  });
});
