import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import type { Json } from '#spec/values.ts';

/** Creates a runtime with a WaitFor that starts waiting in the first tick. */
const createWaitForRuntime = (values: Record<string, Json>) => {
  const runtime = createTestRuntime({ fps: 10 });
  runtime.run(
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
  runtime.execute('graph.load', { graph: createTestGraph({}, [], { graphId: 'other' }) });
  runtime.press('go');
  runtime.step();
  const controlGraph = (command: 'graph.run' | 'graph.stop') =>
    runtime.execute(command, { graphId: 'other' });
  return { ...runtime, order: controlGraph };
};

describe('WaitFor', () => {
  test('fires Done once, with the data of the event, in the tick after it', () => {
    const runtime = createWaitForRuntime({});
    runtime.step();
    expect(runtime.messages()).toEqual([]);
    runtime.order('graph.run');
    runtime.step();
    expect(runtime.messages()).toEqual(['done']);
    expect(runtime.port('wait.out.Data')).toEqual({ graphId: 'other', name: 'other' });
    runtime.order('graph.stop');
    runtime.step();
    expect(runtime.messages()).toEqual(['done']);
  });

  test('ignores events that do not match pattern and filter', () => {
    const runtime = createWaitForRuntime({ Pattern: 'graph.stopped' });
    runtime.order('graph.run');
    runtime.step(2);
    expect(runtime.messages()).toEqual([]);
    runtime.order('graph.stop');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['done']);
  });

  test('fires TimedOut when the time is up, and stops waiting', () => {
    const runtime = createWaitForRuntime({ Timeout: 0.3 });
    runtime.step(2);
    expect(runtime.messages()).toEqual([]);
    runtime.step();
    expect(runtime.messages()).toEqual(['late']);
    runtime.order('graph.run');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['late']);
  });

  test('does not time out after the event', () => {
    const runtime = createWaitForRuntime({ Timeout: 0.3 });
    runtime.order('graph.run');
    runtime.step(10);
    expect(runtime.messages()).toEqual(['done']);
  });

  test('waits again when triggered again, after an event and after a time-out', () => {
    const runtime = createWaitForRuntime({ Timeout: 0.3 });
    runtime.step(3);
    runtime.press('go');
    runtime.step();
    runtime.order('graph.run');
    runtime.step();
    runtime.press('go');
    runtime.step();
    runtime.order('graph.stop');
    runtime.step();
    expect(runtime.messages()).toEqual(['late', 'done', 'done']);
  });

  test('ignores triggers while it waits', () => {
    const runtime = createWaitForRuntime({ Timeout: 0.3 });
    runtime.step();
    runtime.press('go');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['late']);
  });

  test('Cancel ends the wait and the time-out', () => {
    const runtime = createWaitForRuntime({ Timeout: 0.3 });
    runtime.press('cancel');
    runtime.step();
    runtime.order('graph.run');
    runtime.step(10);
    expect(runtime.messages()).toEqual([]);
  });

  test('a malformed pattern matches nothing and writes a warning', () => {
    const runtime = createWaitForRuntime({ Pattern: 'graph..' });
    runtime.order('graph.run');
    runtime.step(2);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'wait',
        message: expect.stringContaining('graph..'),
      }),
    ]);
  });
});
