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
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ frame: 'OnNewFrame', start: 'Start', f: logNode('frame'), s: logNode('start') }, [
      'frame.Out > f.In',
      'start.Out > s.In',
    ]),
  );
  stage.step(3);
  expect(stage.messages()).toEqual(['start', 'frame', 'frame', 'frame']);
});

test('OnNewFrame outputs the step, the time and the frame number since the graph started', () => {
  const stage = createTestRuntime({ fps: 10 });
  stage.step(7);
  stage.run(createTestGraph({ frame: 'OnNewFrame' }));
  stage.step(3);
  expect(stage.port('frame.out.DeltaTime')).toBeCloseTo(0.1);
  expect(stage.port('frame.out.Time')).toBeCloseTo(0.3);
  expect(stage.port('frame.out.Frame')).toBe(3);
});

test('OnStop fires before the graph stops, and no latent work starts any more', () => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ stop: 'OnStop', bye: logNode('bye'), delay: 'Delay', late: logNode('late') }, [
      'stop.Out > bye.In',
      'bye.Out > delay.In',
      'delay.Done > late.In',
    ]),
  );
  stage.step();
  stage.execute('graph.stop', { graphId: 'graph' });
  stage.step(100);
  expect(stage.batches.flat().map(({ type }) => type)).toEqual([
    'graph.running',
    'console.log',
    'console.log',
    'graph.stopped',
  ]);
  expect(stage.messages()[0]).toBe('bye');
  expect(stage.data('console.log')[1]).toMatchObject({ severity: 'warning', nodeId: 'delay' });
});

test('a custom event reaches every running graph that waits for its name', () => {
  const stage = createTestRuntime();
  const hears = (graphId: string, Name: string) =>
    createTestGraph(
      { on: ['OnCustomEvent', { Name }], log: 'LogConsole' },
      ['on.Out > log.In', 'on.Payload > log.Message'],
      { graphId },
    );
  stage.run(
    createTestGraph(
      { start: 'Start', send: ['SendCustomEvent', { Name: 'go', Payload: 'now' }] },
      ['start.Out > send.In'],
      { graphId: 'sender' },
    ),
    hears('ready', 'go'),
    hears('deaf', 'stay'),
  );
  stage.step(2);
  expect(stage.raised('console.log')).toEqual([expect.objectContaining({ graphId: 'ready', nodeId: 'log' })]);
  expect(stage.messages()).toEqual(['now']);
  expect(stage.port('on.out.Sender', 'ready')).toBe('sender');
});

test('a graph receives its own custom event in the next tick', () => {
  const stage = createTestRuntime();
  stage.run(
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
  stage.step();
  expect(stage.messages()).toEqual([]);
  stage.step();
  expect(stage.messages()).toEqual(['heard']);
});

test('OnVariableChanged fires for real changes only, with the previous value', () => {
  const stage = createTestRuntime();
  stage.put(createTestVariable('door', 'shut'), createTestVariable('other', 1));
  stage.run(
    createTestGraph({ on: ['OnVariableChanged', { Variable: 'door' }], log: logNode('changed') }, [
      'on.Out > log.In',
    ]),
  );
  stage.step();
  stage.put(createTestVariable('door', 'shut'), createTestVariable('other', 2));
  stage.step();
  expect(stage.messages()).toEqual([]);
  stage.put(createTestVariable('door', 'open'));
  stage.step();
  expect(stage.messages()).toEqual(['changed']);
  expect(stage.port('on.out.Value')).toBe('open');
  expect(stage.port('on.out.Previous')).toBe('shut');
});

test('ManualButton fires Pressed once per press, while the graph runs', () => {
  const stage = createTestRuntime();
  const press = (nodeId = 'button', port = 'Pressed') =>
    stage.execute('graph.press', { graphId: 'graph', nodeId, port });
  stage.run(
    createTestGraph(
      { button: 'ManualButton', other: 'ManualButton', log: logNode('pressed'), wrong: logNode('wrong') },
      ['button.Pressed > log.In', 'other.Pressed > wrong.In'],
    ),
  );
  press();
  press();
  stage.step(2);
  expect(stage.messages()).toEqual(['pressed', 'pressed']);
  expect(() => press('nobody')).toThrow('nobody');
  expect(() => press('button', 'Nothing')).toThrow('Nothing');
  stage.execute('graph.stop', { graphId: 'graph' });
  press();
  stage.step();
  expect(stage.messages()).toHaveLength(2);
});

test('OnInterval fires at every interval of simulated seconds and counts', () => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ every: ['OnInterval', { Seconds: 0.5 }], log: 'LogConsole' }, ['every.Out > log.In']),
  );
  stage.step(90);
  expect(stage.raised('console.log').map(({ tick }) => tick)).toEqual([30, 60, 90]);
  expect(stage.port('every.out.Count')).toBe(3);
  stage.execute('action.run', { action: 'time.setScale', parameters: { scale: 2 } });
  stage.step(30);
  expect(stage.port('every.out.Count')).toBe(5);
});

test('OnInterval fires at most once per frame and not at all while disabled', () => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph(
      {
        fast: ['OnInterval', { Seconds: 0 }],
        off: ['OnInterval', { Seconds: 0, Enabled: false }],
        log: 'LogConsole',
      },
      ['fast.Out > log.In', 'off.Out > log.In'],
    ),
  );
  stage.step(5);
  expect(stage.messages()).toHaveLength(5);
});

describe('OnEvent', () => {
  /** A runtime with a graph that receives events, and an empty graph `other` that causes some. */
  const createListenerRuntime = (values: Record<string, string>) => {
    const stage = createTestRuntime();
    stage.run(createTestGraph({ on: ['OnEvent', values], log: logNode('heard') }, ['on.Out > log.In']));
    stage.execute('graph.load', { graph: createTestGraph({}, [], { graphId: 'other' }) });
    stage.step();
    return stage;
  };

  test('fires in the frame after an event that matches the pattern, with its type and data', () => {
    const stage = createListenerRuntime({ Pattern: 'graph.*' });
    stage.execute('graph.run', { graphId: 'other' });
    expect(stage.messages()).toHaveLength(1);
    stage.step();
    expect(stage.messages()).toHaveLength(2);
    expect(stage.port('on.out.Type')).toBe('graph.running');
    expect(stage.port('on.out.Data')).toEqual({ graphId: 'other', name: 'other' });
    stage.step();
    expect(stage.messages()).toHaveLength(2);
  });

  test('ignores events that do not match the pattern', () => {
    const stage = createListenerRuntime({ Pattern: 'graph.stopped' });
    stage.execute('graph.run', { graphId: 'other' });
    stage.step(2);
    expect(stage.messages()).toEqual([]);
  });

  test.each([
    ['other', 1],
    ['graph', 0],
  ])('filters by %s', (Filter, expected) => {
    const stage = createListenerRuntime({ Pattern: 'graph.stopped', Filter });
    stage.execute('graph.run', { graphId: 'other' });
    stage.execute('graph.stop', { graphId: 'other' });
    stage.step(2);
    expect(stage.messages()).toHaveLength(expected);
  });

  test('receives the events of tweens and objects', () => {
    const stage = createListenerRuntime({ Pattern: 'tween.completed', Filter: 'main-camera' });
    const parameters = { object: 'main-camera', position: { x: 1, y: 0, z: 0 }, time: 0.05 };
    stage.execute('action.run', {
      action: 'tween.position',
      parameters: parseParameters(actionsByName.get('tween.position')!, parameters),
    });
    stage.step(10);
    expect(stage.messages()).toEqual(['heard']);
    expect(stage.port('on.out.Data')).toMatchObject({ object: 'main-camera', property: 'position' });
  });

  test('does not receive its own step events, however many observers there are', () => {
    const stage = createListenerRuntime({ Pattern: '*', Filter: 'graph' });
    stage.listenTo('node.executing', 'node.done', 'ports.updated');
    stage.step(2);
    const before = stage.messages().length;
    stage.step(10);
    // it only receives what it logs itself, in the next frame
    expect(stage.messages()).toHaveLength(before + 10);
  });

  test('follows a new pattern from its wire', () => {
    const stage = createTestRuntime();
    stage.put(createTestVariable('pattern', 'graph.stopped', 'String'));
    stage.run(
      createTestGraph(
        { get: ['GetVariable', { Variable: 'pattern' }], on: 'OnEvent', log: logNode('heard') },
        ['get.Value > on.Pattern', 'on.Out > log.In'],
      ),
    );
    stage.step(2);
    expect(stage.messages()).toEqual([]);
    stage.put(createTestVariable('pattern', 'graph.running', 'String'));
    stage.run(createTestGraph({}, [], { graphId: 'other' }));
    stage.step();
    expect(stage.messages()).toEqual(['heard']);
  });

  test('a malformed pattern matches nothing and writes one warning', () => {
    const stage = createListenerRuntime({ Pattern: 'a b' });
    stage.execute('graph.run', { graphId: 'other' });
    stage.step(3);
    expect(stage.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'on',
        message: expect.stringContaining("'a b'"),
      }),
    ]);
  });
});
