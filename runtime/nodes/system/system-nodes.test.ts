import { actions } from '#spec/actions/index.ts';
import { describe, expect, test } from 'vitest';
import { nodeTypesByEnumValue } from '../index.ts';
import { createTestRuntime, logNode, createTestGraph } from '../../engine/testing-runtime.ts';

test('LogConsole writes an entry of the node with its severity', () => {
  const stage = createTestRuntime();
  stage.run(
    createTestGraph({ start: 'Start', log: ['LogConsole', { Message: 'careful', Severity: 'warning' }] }, [
      'start.Out > log.In',
    ]),
  );
  stage.step();
  expect(stage.raised('console.log')).toEqual([
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
    const stage = createTestRuntime();
    stage.run(
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
    stage.step();
    const first = stage.messages();
    stage.step();
    return { first, second: stage.messages().slice(first.length), stage };
  };

  test('runs the action at once, and fires Done with its result in the next frame', () => {
    const { first, second, stage } = acting({ Action: 'log.console', message: 'hello' });
    expect(first).toEqual(['hello', 'out']);
    expect(second).toEqual(['done']);
    expect(stage.port('act.out.Result')).toEqual({ id: expect.stringMatching(/^r\d+$/) });
  });

  test.each([
    [{ Action: 'log.console', message: 'x', severity: 'loud' }, 'severity'],
    [{ Action: 'log.console' }, 'message'],
    [{ Action: 'scene.objects.destroy', object: 'nobody' }, 'nobody'],
    [{ Action: 'no.such' }, "There is no direct action 'no.such'."],
    [{}, 'No action is chosen.'],
  ])('fires Failed with the reason for %j', (values, reason) => {
    const { first, second, stage } = acting(values);
    expect(first).toEqual(['out']);
    expect(second).toEqual(['failed']);
    expect(stage.port('act.out.Error')).toContain(reason);
    expect(stage.data('graph.stopped')).toEqual([]);
  });

  test('logs once per run why it failed, when Failed is not connected', () => {
    const stage = createTestRuntime();
    const failing = ['RunAction', { Action: 'scene.objects.destroy', object: 'nobody' }] as const;
    stage.run(
      createTestGraph({ frame: 'OnNewFrame', unheard: failing, heard: failing, log: logNode('failed') }, [
        'frame.Out > unheard.In',
        'frame.Out > heard.In',
        'heard.Failed > log.In',
      ]),
    );
    stage.step(3);
    const warnings = stage.data('console.log').filter(({ severity }) => severity === 'warning');
    expect(warnings).toEqual([
      expect.objectContaining({ nodeId: 'unheard', message: expect.stringContaining('nobody') }),
    ]);
  });

  test('leaves API calls that would fix the problem out of the reason', () => {
    const { stage } = acting({ Action: 'scene.spawn', type: 'Empty', tag: 'main-light' });
    expect(stage.port('act.out.Error')).toBe("The tag 'main-light' is already used by another object.");
  });

  test('cleans up on stop: the action runs, and only a failure writes a warning', () => {
    const stage = createTestRuntime();
    const nodes = {
      stop: 'OnStop',
      good: ['RunAction', { Action: 'scene.objects.destroy', object: 'main-light' }],
      bad: ['RunAction', { Action: 'scene.objects.destroy', object: 'nobody' }],
      out: logNode('out'),
    } as const;
    stage.run(createTestGraph(nodes, ['stop.Out > good.In', 'good.Out > bad.In', 'bad.Out > out.In']));
    stage.step();
    stage.execute('graph.stop', { graphId: 'graph' });
    expect(stage.scene.list().map(({ tag }) => tag)).toEqual(['main-camera']);
    expect(stage.data('console.log')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        nodeId: 'bad',
        message: expect.stringContaining('nobody'),
      }),
      expect.objectContaining({ severity: 'log', message: 'out' }),
    ]);
  });

  test('gives positions and objects ports of their own type', () => {
    const ports = nodeTypesByEnumValue.get('runaction')!.portsFor!({ Action: 'tween.position' });
    const typeOfPort = (name: string) => ports.find((port) => port.name === name)?.type;
    expect([typeOfPort('object'), typeOfPort('position'), typeOfPort('time'), typeOfPort('ease')]).toEqual([
      'ObjectSelector',
      'Vector3',
      'Float',
      'Dropdown',
    ]);
  });

  test('has one typed port per parameter of the chosen action instead of Parameters', () => {
    const ports = nodeTypesByEnumValue.get('runaction')!.portsFor!({ Action: 'log.console' });
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
    const stage = createTestRuntime();
    stage.execute('action.run', { action: 'time.pause', parameters: {} });
    stage.run(
      createTestGraph({ start: 'Start', act: ['RunAction', { Action: 'time.step', ticks: 1 }] }, [
        'start.Out > act.In',
      ]),
    );
    stage.step(2);
    expect(stage.port('act.out.Error')).toContain('A graph cannot step time');
  });
});

test.each([
  [true, ['out'], []],
  [false, ['Too low', 'failed'], ['error']],
])('Assert with %s writes %j', (Condition, messages, severities) => {
  const stage = createTestRuntime();
  stage.run(
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
  stage.step();
  expect(stage.messages()).toEqual(messages);
  const ofCheck = stage.data('console.log').filter(({ nodeId }) => nodeId === 'check');
  expect(ofCheck.map(({ severity }) => severity)).toEqual(severities);
});

describe('RunGraph', () => {
  const other = createTestGraph({ start: 'Start', log: logNode('other starts') }, ['start.Out > log.In'], {
    graphId: 'other',
  });
  const ordering = (values: Record<string, string | boolean>) => {
    const stage = createTestRuntime();
    stage.execute('graph.load', { graph: { ...other, name: 'Other graph' } });
    stage.run(
      createTestGraph(
        { go: 'ManualButton', order: ['RunGraph', values], out: logNode('out'), failed: logNode('failed') },
        ['go.Pressed > order.In', 'order.Out > out.In', 'order.Failed > failed.In'],
      ),
    );
    stage.press('go');
    return stage;
  };

  test.each(['Other graph', 'other'])('starts %j at the beginning of the next frame', (Graph) => {
    const stage = ordering({ Graph });
    stage.step();
    expect(stage.messages()).toEqual(['out']);
    stage.step();
    expect(stage.messages()).toEqual(['out', 'other starts']);
    stage.press('go');
    stage.step(2);
    expect(stage.messages()).toEqual(['out', 'other starts', 'out']);
  });

  test('stops a graph when Run is false', () => {
    const stage = ordering({ Graph: 'other', Run: false });
    stage.execute('graph.run', { graphId: 'other' });
    stage.step();
    expect(stage.data('graph.stopped')).toEqual([]);
    stage.step();
    expect(stage.data('graph.stopped')).toEqual([
      { graphId: 'other', name: 'Other graph', reason: 'explicit' },
    ]);
    stage.press('go');
    stage.step(2);
    expect(stage.data('graph.stopped')).toHaveLength(1);
    expect(stage.messages().filter((message) => message === 'out')).toHaveLength(2);
  });

  test('a graph may stop itself', () => {
    const stage = ordering({ Graph: 'graph', Run: false });
    stage.step(2);
    expect(stage.data('graph.stopped')).toEqual([expect.objectContaining({ graphId: 'graph' })]);
    expect(stage.messages()).toEqual(['out']);
  });

  test.each(['', 'nobody'])('fires Failed with one warning for %j', (Graph) => {
    const stage = ordering({ Graph });
    stage.press('go');
    stage.step(2);
    expect(stage.messages()).toEqual([expect.stringContaining('graph'), 'failed', 'failed']);
    expect(stage.data('console.log')[0]).toMatchObject({ severity: 'warning', nodeId: 'order' });
  });

  test('starts the first of several graphs with the same name, by their current names', () => {
    const stage = ordering({ Graph: 'Other graph' });
    const started = () => stage.data('graph.running').map(({ graphId }) => graphId);
    stage.execute('graph.load', { graph: { ...other, graphId: 'second', name: 'Other graph' } });
    stage.step(2);
    expect(started()).toEqual(['graph', 'other']);
    stage.execute('graph.unload', { graphId: 'other' });
    stage.press('go');
    stage.step(2);
    expect(started()).toEqual(['graph', 'other', 'second']);
    stage.execute('graph.load', { graph: { ...other, graphId: 'second', name: 'Another graph' } });
    stage.press('go');
    stage.step();
    expect(stage.messages().at(-1)).toBe('failed');
  });

  test('does nothing when the graph is unloaded in the meantime', () => {
    const stage = ordering({ Graph: 'other' });
    stage.step();
    stage.execute('graph.unload', { graphId: 'other' });
    stage.step();
    expect(stage.data('graph.running')).toHaveLength(1);
  });
});
