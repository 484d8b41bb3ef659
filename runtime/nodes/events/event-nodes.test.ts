import { describe, expect, test } from 'vitest';
import { actionsByName } from '#spec/actions/index.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import {
  createTestRuntime,
  logNode,
  createTestGraph,
  createTestVariable,
} from '../../engine/testing-runtime.ts';

test('Start fires once, before the first OnNewFrame', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ frame: 'OnNewFrame', start: 'Start', f: logNode('frame'), s: logNode('start') }, [
      'frame.Out > f.In',
      'start.Out > s.In',
    ]),
  );
  runtime.step(3);
  expect(runtime.messages()).toEqual(['start', 'frame', 'frame', 'frame']);
});

test('OnNewFrame outputs the step, the time and the frame number since the graph started', () => {
  const runtime = createTestRuntime({ fps: 10 });
  runtime.step(7);
  runtime.run(createTestGraph({ frame: 'OnNewFrame' }));
  runtime.step(3);
  expect(runtime.port('frame.out.DeltaTime')).toBeCloseTo(0.1);
  expect(runtime.port('frame.out.Time')).toBeCloseTo(0.3);
  expect(runtime.port('frame.out.Frame')).toBe(3);
});

test('OnStop fires before the graph stops, and no latent work starts any more', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ stop: 'OnStop', bye: logNode('bye'), delay: 'Delay', late: logNode('late') }, [
      'stop.Out > bye.In',
      'bye.Out > delay.In',
      'delay.Done > late.In',
    ]),
  );
  runtime.step();
  runtime.execute('graph.stop', { graphId: 'graph' });
  runtime.step(100);
  expect(runtime.batches.flat().map(({ type }) => type)).toEqual([
    'graph.running',
    'console.log',
    'console.log',
    'graph.stopped',
  ]);
  expect(runtime.messages()[0]).toBe('bye');
  expect(runtime.data('console.log')[1]).toMatchObject({ severity: 'warning', nodeId: 'delay' });
});

test('a custom event reaches every running graph that waits for its name', () => {
  const runtime = createTestRuntime();
  const createListener = (graphId: string, Name: string) =>
    createTestGraph(
      { on: ['OnCustomEvent', { Name }], log: 'LogConsole' },
      ['on.Out > log.In', 'on.Payload > log.Message'],
      { graphId },
    );
  runtime.run(
    createTestGraph(
      { start: 'Start', send: ['SendCustomEvent', { Name: 'go', Payload: 'now' }] },
      ['start.Out > send.In'],
      { graphId: 'sender' },
    ),
    createListener('ready', 'go'),
    createListener('deaf', 'stay'),
  );
  runtime.step(2);
  expect(runtime.raised('console.log')).toEqual([
    expect.objectContaining({ graphId: 'ready', nodeId: 'log' }),
  ]);
  expect(runtime.messages()).toEqual(['now']);
  expect(runtime.port('on.out.Sender', 'ready')).toBe('sender');
});

test('a graph receives its own custom event in the next tick', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        send: ['SendCustomEvent', { Name: 'go' }],
        on: ['OnCustomEvent', { Name: 'go' }],
        log: logNode('heard'),
      },
      ['start.Out > send.In', 'on.Out > log.In'],
    ),
  );
  runtime.step();
  expect(runtime.messages()).toEqual([]);
  runtime.step();
  expect(runtime.messages()).toEqual(['heard']);
});

test('OnVariableChanged fires for real changes only, with the previous value', () => {
  const runtime = createTestRuntime();
  runtime.put(createTestVariable('door', 'shut'), createTestVariable('other', 1));
  runtime.run(
    createTestGraph({ on: ['OnVariableChanged', { Variable: 'door' }], log: logNode('changed') }, [
      'on.Out > log.In',
    ]),
  );
  runtime.step();
  runtime.put(createTestVariable('door', 'shut'), createTestVariable('other', 2));
  runtime.step();
  expect(runtime.messages()).toEqual([]);
  runtime.put(createTestVariable('door', 'open'));
  runtime.step();
  expect(runtime.messages()).toEqual(['changed']);
  expect(runtime.port('on.out.Value')).toBe('open');
  expect(runtime.port('on.out.Previous')).toBe('shut');
});

test('ManualButton fires Pressed once per press, while the graph runs', () => {
  const runtime = createTestRuntime();
  const press = (nodeId = 'button', port = 'Pressed') =>
    runtime.execute('graph.press', { graphId: 'graph', nodeId, port });
  runtime.run(
    createTestGraph(
      { button: 'ManualButton', other: 'ManualButton', log: logNode('pressed'), wrong: logNode('wrong') },
      ['button.Pressed > log.In', 'other.Pressed > wrong.In'],
    ),
  );
  press();
  press();
  runtime.step(2);
  expect(runtime.messages()).toEqual(['pressed', 'pressed']);
  expect(() => press('nobody')).toThrow('nobody');
  expect(() => press('button', 'Nothing')).toThrow('Nothing');
  runtime.execute('graph.stop', { graphId: 'graph' });
  press();
  runtime.step();
  expect(runtime.messages()).toHaveLength(2);
});

test('OnInterval fires at every interval of simulated seconds and counts', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ every: ['OnInterval', { Seconds: 0.5 }], log: 'LogConsole' }, ['every.Out > log.In']),
  );
  runtime.step(90);
  expect(runtime.raised('console.log').map(({ tick }) => tick)).toEqual([30, 60, 90]);
  expect(runtime.port('every.out.Count')).toBe(3);
  runtime.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
  runtime.step(30);
  expect(runtime.port('every.out.Count')).toBe(5);
});

test('OnInterval fires at most once per frame and not at all while disabled', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        fast: ['OnInterval', { Seconds: 0 }],
        off: ['OnInterval', { Seconds: 0, Enabled: false }],
        log: 'LogConsole',
      },
      ['fast.Out > log.In', 'off.Out > log.In'],
    ),
  );
  runtime.step(5);
  expect(runtime.messages()).toHaveLength(5);
});

describe('OnEvent', () => {
  /** Creates a runtime with a graph that receives events, and an empty graph `other` that causes some events. */
  const createListenerRuntime = (values: Record<string, string>) => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ on: ['OnEvent', values], log: logNode('heard') }, ['on.Out > log.In']));
    runtime.execute('graph.load', { graph: createTestGraph({}, [], { graphId: 'other' }) });
    runtime.step();
    return runtime;
  };

  test('fires in the frame after an event that matches the pattern, with its type and data', () => {
    const runtime = createListenerRuntime({ Pattern: 'graph.*' });
    runtime.execute('graph.run', { graphId: 'other' });
    expect(runtime.messages()).toHaveLength(1);
    runtime.step();
    expect(runtime.messages()).toHaveLength(2);
    expect(runtime.port('on.out.Type')).toBe('graph.running');
    expect(runtime.port('on.out.Data')).toEqual({ graphId: 'other', name: 'other' });
    runtime.step();
    expect(runtime.messages()).toHaveLength(2);
  });

  test('ignores events that do not match the pattern', () => {
    const runtime = createListenerRuntime({ Pattern: 'graph.stopped' });
    runtime.execute('graph.run', { graphId: 'other' });
    runtime.step(2);
    expect(runtime.messages()).toEqual([]);
  });

  test.each([
    ['other', 1],
    ['graph', 0],
  ])('filters by %s', (Filter, expected) => {
    const runtime = createListenerRuntime({ Pattern: 'graph.stopped', Filter });
    runtime.execute('graph.run', { graphId: 'other' });
    runtime.execute('graph.stop', { graphId: 'other' });
    runtime.step(2);
    expect(runtime.messages()).toHaveLength(expected);
  });

  test('receives the events of tweens and objects', () => {
    const runtime = createListenerRuntime({ Pattern: 'tween.completed', Filter: 'main-camera' });
    const parameters = { object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 0.05 };
    runtime.execute('action.run', {
      action: 'tween.position',
      parameters: parseParameters(actionsByName.get('tween.position')!, parameters),
    });
    runtime.step(10);
    expect(runtime.messages()).toEqual(['heard']);
    expect(runtime.port('on.out.Data')).toMatchObject({ object: 'main-camera', property: 'position' });
  });

  test('does not receive its own step events, however many observers there are', () => {
    const runtime = createListenerRuntime({ Pattern: '*', Filter: 'graph' });
    runtime.listenTo('node.executing', 'node.done', 'ports.updated');
    runtime.step(2);
    const before = runtime.messages().length;
    runtime.step(10);
    // in the next frame, the graph receives only the events for what it logged itself
    expect(runtime.messages()).toHaveLength(before + 10);
  });

  test('follows a new pattern from its connection', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('pattern', 'graph.stopped', 'String'));
    runtime.run(
      createTestGraph(
        { get: ['GetVariable', { Variable: 'pattern' }], on: 'OnEvent', log: logNode('heard') },
        ['get.Value > on.Pattern', 'on.Out > log.In'],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual([]);
    runtime.put(createTestVariable('pattern', 'graph.running', 'String'));
    runtime.run(createTestGraph({}, [], { graphId: 'other' }));
    runtime.step();
    expect(runtime.messages()).toEqual(['heard']);
  });

  test('a malformed pattern matches nothing and writes one warning', () => {
    const runtime = createListenerRuntime({ Pattern: 'a b' });
    runtime.execute('graph.run', { graphId: 'other' });
    runtime.step(3);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'on',
        message: expect.stringContaining("'a b'"),
      }),
    ]);
  });
});
