import { describe, expect, test } from 'vitest';
import { createTestRuntime, createTestGraph, createTestVariable } from './testing-runtime.ts';

describe('node.executing and node.done', () => {
  const graph = createTestGraph(
    {
      start: 'Start',
      loop: ['ForLoop', { Last: 1 }],
      set: ['SetVariable', { Variable: 'n' }],
      sum: 'Add',
      done: 'LogConsole',
    },
    ['start.Out > loop.In', 'loop.Body > set.In', 'sum.Result > set.Value', 'loop.Completed > done.In'],
  );
  const story = (...types: Parameters<ReturnType<typeof createTestRuntime>['listenTo']>) => {
    const stage = createTestRuntime();
    stage.put(createTestVariable('n', 0));
    stage.listenTo(...types);
    stage.run(graph);
    stage.step();
    return stage.batches
      .flat()
      .filter(({ type }) => type.startsWith('node.'))
      .map(({ type, nodeId, data }) => `${type.slice(5)} ${nodeId}.${data.port}`);
  };

  test('nest, name the port, and leave out pure nodes', () => {
    expect(story('node.executing', 'node.done')).toEqual([
      'executing start.Out',
      'executing loop.In',
      'executing set.In',
      'done set.In',
      'executing set.In',
      'done set.In',
      'executing done.In',
      'done done.In',
      'done loop.In',
      'done start.Out',
    ]);
  });

  test('are only raised for types with listeners', () => {
    expect(story('node.done')).toHaveLength(5);
    expect(story()).toEqual([]);
  });

  test('are closed innermost first when a graph is aborted', () => {
    const stage = createTestRuntime({ limits: { stepsPerActivation: 3 } });
    stage.listenTo('node.executing', 'node.done');
    stage.run(
      createTestGraph({ start: 'Start', a: 'Watch', b: 'Watch', c: 'Watch' }, [
        'start.Out > a.In',
        'a.Out > b.In',
        'b.Out > c.In',
      ]),
    );
    stage.step();
    expect(stage.raised('node.executing').map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b']);
    expect(stage.raised('node.done').map(({ nodeId }) => nodeId)).toEqual(['b', 'a', 'start']);
  });
});

describe('ports.updated', () => {
  const counting = createTestGraph({ frame: 'OnNewFrame' });

  test('reports the latest value of each changed port every 3 ticks', () => {
    const stage = createTestRuntime();
    stage.listenTo('ports.updated');
    stage.run(counting);
    stage.step(7);
    expect(stage.raised('ports.updated').map(({ tick }) => tick)).toEqual([3, 6]);
    expect(stage.data('ports.updated')[1]).toEqual({
      graphId: 'graph',
      ports: [
        { portId: 'frame.out.Time', nodeId: 'frame', value: expect.closeTo(0.1) },
        { portId: 'frame.out.Frame', nodeId: 'frame', value: 6 },
      ],
    });
  });

  test('is raised at once on flush, which returns every port that ever changed', () => {
    const stage = createTestRuntime();
    stage.run(counting);
    stage.step(2);
    const { ports } = stage.execute('graph.flush', { graphId: 'graph' });
    expect(ports.map(({ portId }) => portId)).toEqual([
      'frame.out.DeltaTime',
      'frame.out.Time',
      'frame.out.Frame',
    ]);
    expect(stage.data('ports.updated')).toEqual([{ graphId: 'graph', ports }]);
    expect(stage.execute('graph.flush', { graphId: 'graph' }).ports).toEqual(ports);
    expect(stage.data('ports.updated')).toHaveLength(1);
  });

  test('leaves out of a flush what nodes only know after their first tick', () => {
    const stage = createTestRuntime();
    stage.run(createTestGraph({ gate: 'Gate' }));
    expect(stage.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    stage.step();
    expect(stage.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([
      { portId: 'gate.out.IsOpen', nodeId: 'gate', value: true },
    ]);
  });

  test('is not built without listeners', () => {
    const stage = createTestRuntime();
    stage.run(counting);
    stage.step(9);
    expect(stage.data('ports.updated')).toEqual([]);
  });

  test('comes before graph.stopped with the changes that were not reported yet', () => {
    const stage = createTestRuntime();
    stage.listenTo('ports.updated');
    stage.run(counting);
    stage.step();
    stage.execute('graph.stop', { graphId: 'graph' });
    expect(stage.batches.at(-1)!.map(({ type }) => type)).toEqual(['ports.updated', 'graph.stopped']);
  });
});

describe('variable.changed', () => {
  const setting = (...values: number[]) =>
    createTestGraph(
      {
        start: 'Start',
        ...Object.fromEntries(
          values.map((Value, index) => [`s${index}`, ['SetVariable', { Variable: 'n', Value }] as const]),
        ),
      },
      values.map((_, index) => `start.Out > s${index}.In`),
    );

  test('reports the last value of a tick, once', () => {
    const stage = createTestRuntime();
    stage.put(createTestVariable('n', 0));
    stage.run(setting(1, 2, 3));
    stage.step(3);
    expect(stage.data('variable.changed')).toEqual([expect.objectContaining({ value: 3, previous: 0 })]);
  });

  test('is not raised when the value is unchanged at the end of the tick', () => {
    const stage = createTestRuntime();
    stage.put(createTestVariable('n', 0));
    stage.run(setting(1, 0));
    stage.step();
    stage.put(createTestVariable('n', 0), createTestVariable('new', 1));
    expect(stage.data('variable.changed')).toEqual([]);
  });

  test('is not raised for an edit, which the editor reports, but graphs notice it', () => {
    const stage = createTestRuntime();
    stage.put(createTestVariable('n', 0));
    stage.run(
      createTestGraph(
        { changed: ['OnVariableChanged', { Variable: 'n' }], log: ['LogConsole', { Message: 'noticed' }] },
        ['changed.Out > log.In'],
      ),
    );
    stage.step();
    stage.put(createTestVariable('n', 1));
    stage.step(2);
    expect(stage.messages()).toEqual(['noticed']);
    expect(stage.raised('variable.changed')).toEqual([]);
  });
});
