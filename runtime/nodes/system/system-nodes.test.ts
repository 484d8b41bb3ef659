import { actions } from '#spec/actions/index.ts';
import { describe, expect, test } from 'vitest';
import { definitionsByEnumValue } from '../index.ts';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

test('LogConsole writes an entry of the node with its severity', () => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph({ start: 'Start', log: ['LogConsole', { Message: 'careful', Severity: 'warning' }] }, [
      'start.Out > log.In',
    ]),
  );
  runtime.step();
  expect(runtime.raised('console.log')).toEqual([
    {
      type: 'console.log',
      tick: 1,
      time: expect.closeTo(1 / 60),
      graphId: 'graph',
      nodeId: 'log',
      data: {
        id: 'r1',
        timestamp: '1970-01-01T00:00:00.000Z',
        severity: 'warning',
        contextType: 'node',
        graphId: 'graph',
        nodeId: 'log',
        message: 'careful',
      },
    },
  ]);
});

describe('RunAction', () => {
  const acting = (values: Record<string, string | object>) => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          act: ['RunAction', values as Record<string, string>],
          out: ['LogConsole', { Message: 'out' }],
          done: ['LogConsole', { Message: 'done' }],
          failed: ['LogConsole', { Message: 'failed' }],
        },
        ['start.Out > act.In', 'act.Out > out.In', 'act.Done > done.In', 'act.Failed > failed.In'],
      ),
    );
    runtime.step();
    const first = runtime.messages();
    runtime.step();
    return { first, second: runtime.messages().slice(first.length), runtime };
  };

  test('runs the action at once, and fires Done with its result in the next frame', () => {
    const { first, second, runtime } = acting({ Action: 'log.console', message: 'hello' });
    expect(first).toEqual(['hello', 'out']);
    expect(second).toEqual(['done']);
    expect(runtime.port('act.out.Result')).toEqual({ id: expect.stringMatching(/^r\d+$/) });
  });

  test.each([
    [{ Action: 'log.console', message: 'x', severity: 'loud' }, 'severity'],
    [{ Action: 'log.console' }, 'message'],
    [{ Action: 'scene.objects.destroy', object: 'nobody' }, 'nobody'],
    [{ Action: 'no.such' }, "There is no direct action 'no.such'."],
    [{}, 'No action is chosen.'],
  ])('fires Failed with the reason for %j', (values, reason) => {
    const { first, second, runtime } = acting(values);
    expect(first).toEqual(['out']);
    expect(second).toEqual(['failed']);
    expect(runtime.port('act.out.Error')).toContain(reason);
    expect(runtime.data('graph.stopped')).toEqual([]);
  });

  test('logs once per run why it failed, when Failed is not connected', () => {
    const runtime = createTestRuntime();
    const failing = ['RunAction', { Action: 'scene.objects.destroy', object: 'nobody' }] as const;
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', unheard: failing, heard: failing, log: logNode('failed') }, [
        'frame.Out > unheard.In',
        'frame.Out > heard.In',
        'heard.Failed > log.In',
      ]),
    );
    runtime.step(3);
    const warnings = runtime.data('console.log').filter(({ severity }) => severity === 'warning');
    expect(warnings).toEqual([
      expect.objectContaining({ nodeId: 'unheard', message: expect.stringContaining('nobody') }),
    ]);
  });

  test('leaves API calls that would fix the problem out of the reason', () => {
    const { runtime } = acting({ Action: 'scene.spawn', type: 'Empty', tag: 'main-light' });
    expect(runtime.port('act.out.Error')).toBe("The tag 'main-light' is already used by another object.");
  });

  test('cleans up on stop: the action runs, and only a failure writes a warning', () => {
    const runtime = createTestRuntime();
    const nodes = {
      stop: 'OnStop',
      good: ['RunAction', { Action: 'scene.objects.destroy', object: 'main-light' }],
      bad: ['RunAction', { Action: 'scene.objects.destroy', object: 'nobody' }],
      out: logNode('out'),
    } as const;
    runtime.run(createTestGraph(nodes, ['stop.Out > good.In', 'good.Out > bad.In', 'bad.Out > out.In']));
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.scene.list().map(({ tag }) => tag)).toEqual(['main-camera']);
    expect(runtime.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'bad',
        message: expect.stringContaining('nobody'),
      }),
      expect.objectContaining({ severity: 'log', message: 'out' }),
    ]);
  });

  test('gives positions and objects ports of their own type', () => {
    const ports = definitionsByEnumValue.get('runaction')!.type.portsFor!({ Action: 'tween.position' });
    const findPortType = (name: string) => ports.find((port) => port.name === name)?.type;
    expect([
      findPortType('object'),
      findPortType('position'),
      findPortType('time'),
      findPortType('ease'),
    ]).toEqual(['ObjectSelector', 'Vector3', 'Float', 'Dropdown']);
  });

  test('has one typed port per parameter of the chosen action instead of Parameters', () => {
    const ports = definitionsByEnumValue.get('runaction')!.type.portsFor!({ Action: 'log.console' });
    const parameters = Object.keys(actions.log.console.parameters.shape);
    expect(ports.map(({ name }) => name)).toEqual(
      ['In', 'Action', parameters, 'Out', 'Done', 'Failed', 'Result', 'Error'].flat(),
    );
    expect(ports[2]).toMatchObject({ type: 'String', direction: 'input' });
    expect(ports[3]).toMatchObject({
      type: 'Dropdown',
      default: 'log',
      options: ['log', 'warning', 'error'],
    });
  });

  test('cannot step time from within a step', () => {
    const runtime = createTestRuntime();
    runtime.execute('action.run', { action: 'time.pause', parameters: {} });
    runtime.run(
      createTestGraph({ start: 'Start', act: ['RunAction', { Action: 'time.step', ticks: 1 }] }, [
        'start.Out > act.In',
      ]),
    );
    runtime.step(2);
    expect(runtime.port('act.out.Error')).toContain('A graph cannot step time');
  });
});

test.each([
  [true, ['out'], []],
  [false, ['Too low', 'failed'], ['error']],
])('Assert with %s writes %j', (Condition, messages, severities) => {
  const runtime = createTestRuntime();
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        check: ['Assert', { Condition, Message: 'Too low' }],
        out: logNode('out'),
        failed: logNode('failed'),
      },
      ['start.Out > check.In', 'check.Out > out.In', 'check.Failed > failed.In'],
    ),
  );
  runtime.step();
  expect(runtime.messages()).toEqual(messages);
  const checkEntries = runtime.data('console.log').filter(({ nodeId }) => nodeId === 'check');
  expect(checkEntries.map(({ severity }) => severity)).toEqual(severities);
});

describe('RunGraph', () => {
  const otherGraph = createTestGraph(
    { start: 'Start', log: logNode('other starts') },
    ['start.Out > log.In'],
    {
      graphId: 'other',
    },
  );
  const runGraphControl = (values: Record<string, string | boolean>) => {
    const runtime = createTestRuntime();
    runtime.execute('graph.load', { graph: { ...otherGraph, name: 'Other graph' } });
    runtime.run(
      createTestGraph(
        { go: 'ManualButton', order: ['RunGraph', values], out: logNode('out'), failed: logNode('failed') },
        ['go.Pressed > order.In', 'order.Out > out.In', 'order.Failed > failed.In'],
      ),
    );
    runtime.press('go');
    return runtime;
  };

  test.each(['Other graph', 'other'])('starts %j at the beginning of the next frame', (Graph) => {
    const runtime = runGraphControl({ Graph });
    runtime.step();
    expect(runtime.messages()).toEqual(['out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['out', 'other starts']);
    runtime.press('go');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['out', 'other starts', 'out']);
  });

  test('stops a graph when Run is false', () => {
    const runtime = runGraphControl({ Graph: 'other', Run: false });
    runtime.execute('graph.run', { graphId: 'other' });
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([]);
    runtime.step();
    expect(runtime.data('graph.stopped')).toEqual([
      { graphId: 'other', name: 'Other graph', reason: 'explicit' },
    ]);
    runtime.press('go');
    runtime.step(2);
    expect(runtime.data('graph.stopped')).toHaveLength(1);
    expect(runtime.messages().filter((message) => message === 'out')).toHaveLength(2);
  });

  test('a graph may stop itself', () => {
    const runtime = runGraphControl({ Graph: 'graph', Run: false });
    runtime.step(2);
    expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ graphId: 'graph' })]);
    expect(runtime.messages()).toEqual(['out']);
  });

  test.each(['', 'nobody'])('fires Failed with one warning for %j', (Graph) => {
    const runtime = runGraphControl({ Graph });
    runtime.press('go');
    runtime.step(2);
    expect(runtime.messages()).toEqual([expect.stringContaining('graph'), 'failed', 'failed']);
    expect(runtime.data('console.log')[0]).toMatchObject({ severity: 'warning', nodeId: 'order' });
  });

  test('starts the first of several graphs with the same name, by their current names', () => {
    const runtime = runGraphControl({ Graph: 'Other graph' });
    const started = () => runtime.data('graph.running').map(({ graphId }) => graphId);
    runtime.execute('graph.load', { graph: { ...otherGraph, graphId: 'second', name: 'Other graph' } });
    runtime.step(2);
    expect(started()).toEqual(['graph', 'other']);
    runtime.execute('graph.unload', { graphId: 'other' });
    runtime.press('go');
    runtime.step(2);
    expect(started()).toEqual(['graph', 'other', 'second']);
    runtime.execute('graph.load', { graph: { ...otherGraph, graphId: 'second', name: 'Another graph' } });
    runtime.press('go');
    runtime.step();
    expect(runtime.messages().at(-1)).toBe('failed');
  });

  test('does nothing when the graph is unloaded in the meantime', () => {
    const runtime = runGraphControl({ Graph: 'other' });
    runtime.step();
    runtime.execute('graph.unload', { graphId: 'other' });
    runtime.step();
    expect(runtime.data('graph.running')).toHaveLength(1);
  });
});
