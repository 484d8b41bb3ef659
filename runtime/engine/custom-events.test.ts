import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph, createTestVariable } from './testing-runtime.ts';

const createListenerGraph = (name: string, graphId: string) =>
  createTestGraph(
    { event: ['OnCustomEvent', { Name: name }], show: 'Watch', from: 'Watch' },
    ['event.Out > show.In', 'event.Payload > show.Value', 'show.Out > from.In', 'event.Sender > from.Value'],
    { graphId },
  );

const createLoadedRuntime = () => {
  const runtime = createTestRuntime();
  runtime.run(
    createListenerGraph('go', 'one'),
    createListenerGraph('go', 'two'),
    createListenerGraph('stop', 'three'),
  );
  runtime.step();
  return runtime;
};

describe('a custom event from outside', () => {
  test('reaches every running graph that listens for it, in the next step', () => {
    const runtime = createLoadedRuntime();
    expect(runtime.execute('graph.send', { name: 'go', payload: { n: 1 } }).heard).toEqual([
      { graphId: 'one', nodeIds: ['event'] },
      { graphId: 'two', nodeIds: ['event'] },
    ]);
    expect(runtime.port('show.in.Value', 'one')).toBeUndefined();
    runtime.step();
    expect(['one', 'two', 'three'].map((graphId) => runtime.port('show.in.Value', graphId))).toEqual([
      { n: 1 },
      { n: 1 },
      undefined,
    ]);
  });

  test('has no sending graph', () => {
    const runtime = createLoadedRuntime();
    const sender = () => runtime.port('from.in.Value', 'one');
    runtime.run(
      createTestGraph(
        { start: 'Start', send: ['SendCustomEvent', { Name: 'go' }] },
        ['start.Out > send.In'],
        {
          graphId: 'four',
        },
      ),
    );
    runtime.step(2);
    expect(sender()).toBe('four');
    runtime.execute('graph.send', { name: 'go', payload: null });
    runtime.step();
    expect(sender()).toBe('');
  });

  test('reaches only the named graph, and only while that runs', () => {
    const runtime = createLoadedRuntime();
    const send = (graphId: string) =>
      runtime.execute('graph.send', { graphId, name: 'go', payload: 7 }).heard;
    expect(send('two')).toEqual([{ graphId: 'two', nodeIds: ['event'] }]);
    expect([send('three'), send('none')]).toEqual([[], []]);
    runtime.step();
    expect(['one', 'two'].map((graphId) => runtime.port('show.in.Value', graphId))).toEqual([undefined, 7]);
    runtime.execute('graph.stop', { graphId: 'two' });
    expect(send('two')).toEqual([]);
  });

  test('reaches a node whose event name is wired', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph({ name: ['Concatenate', { A: 'g', B: 'o' }], event: 'OnCustomEvent', show: 'Watch' }, [
        'name.Result > event.Name',
        'event.Out > show.In',
      ]),
    );
    expect(runtime.execute('graph.send', { name: 'go', payload: null }).heard).toEqual([
      { graphId: 'graph', nodeIds: ['event'] },
    ]);
  });

  test('is dropped when the event queue of a graph is full, and the graph continues', () => {
    const runtime = createTestRuntime({ limits: { waitingEvents: 2 } });
    runtime.run(createListenerGraph('go', 'one'));
    const countReceivers = () => runtime.execute('graph.send', { name: 'go', payload: null }).heard.length;
    expect([countReceivers(), countReceivers(), countReceivers(), countReceivers()]).toEqual([1, 1, 0, 0]);
    runtime.step();
    expect([runtime.data('graph.stopped'), countReceivers()]).toEqual([[], 1]);
  });

  test('is dropped when the queued events are too large together', () => {
    const runtime = createTestRuntime({ limits: { waitingSize: 1_000 } });
    runtime.run(createListenerGraph('go', 'one'));
    const countReceivers = (length: number) =>
      runtime.execute('graph.send', { name: 'go', payload: 'x'.repeat(length) }).heard.length;
    expect([countReceivers(600), countReceivers(600), countReceivers(100)]).toEqual([1, 0, 1]);
    runtime.step();
    expect(countReceivers(600)).toBe(1);
  });
});

test('changes of variables beyond the limit are dropped while time is paused', () => {
  const runtime = createTestRuntime({ limits: { waitingSize: 1_000 } });
  runtime.put(createTestVariable('v', ''));
  runtime.run(
    createTestGraph({ event: ['OnVariableChanged', { Variable: 'v' }], show: 'Watch' }, [
      'event.Out > show.In',
    ]),
  );
  runtime.step();
  for (const letter of ['a', 'b', 'c']) runtime.put(createTestVariable('v', letter.repeat(600)));
  runtime.step();
  expect(runtime.data('graph.stopped')).toEqual([]);
  expect(runtime.data('console.log')).toMatchObject([
    {
      severity: 'warning',
      nodeId: 'event',
      message: expect.stringMatching(/^Dropped 2 events for the graph/),
    },
  ]);
});

test('a graph that sends to itself is not stopped because of the flood of another', () => {
  const runtime = createTestRuntime({ limits: { waitingEvents: 5 } });
  const send = ['SendCustomEvent', { Name: 'own' }] as const;
  runtime.run(
    createTestGraph(
      { frame: 'OnNewFrame', delay: 'Delay', send, on: ['OnCustomEvent', { Name: 'own' }], show: 'Watch' },
      ['frame.Out > delay.In', 'delay.Done > send.In', 'on.Out > show.In'],
      { graphId: 'heard' },
    ),
    createTestGraph(
      { frame: 'OnNewFrame', loop: ['ForLoop', { First: 1, Last: 20 }], send },
      ['frame.Out > loop.In', 'loop.Body > send.In'],
      { graphId: 'flood' },
    ),
  );
  runtime.step(100);
  expect(runtime.data('graph.stopped')).toEqual([]);
});

test('a graph that sends endlessly stops none of its listeners', () => {
  const runtime = createTestRuntime();
  runtime.run(createListenerGraph('flood', 'heard'));
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        loop: ['ForLoop', { First: 1, Last: 10_003 }],
        send: ['SendCustomEvent', { Name: 'flood' }],
      },
      ['start.Out > loop.In', 'loop.Body > send.In'],
      { graphId: 'sender' },
    ),
  );
  runtime.step(3);
  expect(runtime.data('graph.stopped')).toEqual([]);
  const lines = runtime.data('console.log');
  expect(lines.filter(({ severity }) => severity === 'warning')).toMatchObject([
    { graphId: 'heard', nodeId: 'event', message: expect.stringMatching(/^Dropped 3 events .* 10000/) },
  ]);
});
