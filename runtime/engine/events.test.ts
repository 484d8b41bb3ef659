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
  const recordEvents = (...types: Parameters<ReturnType<typeof createTestRuntime>['listenTo']>) => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 0));
    runtime.listenTo(...types);
    runtime.run(graph);
    runtime.step();
    return runtime.batches
      .flat()
      .filter(({ type }) => type.startsWith('node.'))
      .map(({ type, nodeId, data }) => `${type.slice(5)} ${nodeId}.${data.port}`);
  };

  test('nest, name the port, and leave out pure nodes', () => {
    expect(recordEvents('node.executing', 'node.done')).toEqual([
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
    expect(recordEvents('node.done')).toHaveLength(5);
    expect(recordEvents()).toEqual([]);
  });

  test('are closed innermost first when a graph is aborted', () => {
    const runtime = createTestRuntime({ limits: { stepsPerActivation: 3 } });
    runtime.listenTo('node.executing', 'node.done');
    runtime.run(
      createTestGraph({ start: 'Start', a: 'Watch', b: 'Watch', c: 'Watch' }, [
        'start.Out > a.In',
        'a.Out > b.In',
        'b.Out > c.In',
      ]),
    );
    runtime.step();
    expect(runtime.raised('node.executing').map(({ nodeId }) => nodeId)).toEqual(['start', 'a', 'b']);
    expect(runtime.raised('node.done').map(({ nodeId }) => nodeId)).toEqual(['b', 'a', 'start']);
  });
});

describe('ports.updated', () => {
  const counting = createTestGraph({ frame: 'OnNewFrame' });

  test('reports the latest value of each changed port every 3 ticks', () => {
    const runtime = createTestRuntime();
    runtime.listenTo('ports.updated');
    runtime.run(counting);
    runtime.step(7);
    expect(runtime.raised('ports.updated').map(({ tick }) => tick)).toEqual([3, 6]);
    expect(runtime.data('ports.updated')[1]).toEqual({
      graphId: 'graph',
      ports: [
        { portId: 'frame.out.Time', nodeId: 'frame', value: expect.closeTo(0.1) },
        { portId: 'frame.out.Frame', nodeId: 'frame', value: 6 },
      ],
    });
  });

  test('is raised at once on flush, which returns every port that ever changed', () => {
    const runtime = createTestRuntime();
    runtime.run(counting);
    runtime.step(2);
    const { ports } = runtime.execute('graph.flush', { graphId: 'graph' });
    expect(ports.map(({ portId }) => portId)).toEqual([
      'frame.out.DeltaTime',
      'frame.out.Time',
      'frame.out.Frame',
    ]);
    expect(runtime.data('ports.updated')).toEqual([{ graphId: 'graph', ports }]);
    expect(runtime.execute('graph.flush', { graphId: 'graph' }).ports).toEqual(ports);
    expect(runtime.data('ports.updated')).toHaveLength(1);
  });

  test('leaves out of a flush what nodes only know after their first tick', () => {
    const runtime = createTestRuntime();
    runtime.run(createTestGraph({ gate: 'Gate' }));
    expect(runtime.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([]);
    runtime.step();
    expect(runtime.execute('graph.flush', { graphId: 'graph' }).ports).toEqual([
      { portId: 'gate.out.IsOpen', nodeId: 'gate', value: true },
    ]);
  });

  test('is not built without listeners', () => {
    const runtime = createTestRuntime();
    runtime.run(counting);
    runtime.step(9);
    expect(runtime.data('ports.updated')).toEqual([]);
  });

  test('comes before graph.stopped with the changes that were not reported yet', () => {
    const runtime = createTestRuntime();
    runtime.listenTo('ports.updated');
    runtime.run(counting);
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    expect(runtime.batches.at(-1)!.map(({ type }) => type)).toEqual(['ports.updated', 'graph.stopped']);
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
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 0));
    runtime.run(setting(1, 2, 3));
    runtime.step(3);
    expect(runtime.data('variable.changed')).toEqual([expect.objectContaining({ value: 3, previous: 0 })]);
  });

  test('is not raised when the value is unchanged at the end of the tick', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 0));
    runtime.run(setting(1, 0));
    runtime.step();
    runtime.put(createTestVariable('n', 0), createTestVariable('new', 1));
    expect(runtime.data('variable.changed')).toEqual([]);
  });

  test('is not raised for an edit, which the editor reports, but graphs notice it', () => {
    const runtime = createTestRuntime();
    runtime.put(createTestVariable('n', 0));
    runtime.run(
      createTestGraph(
        { changed: ['OnVariableChanged', { Variable: 'n' }], log: ['LogConsole', { Message: 'noticed' }] },
        ['changed.Out > log.In'],
      ),
    );
    runtime.step();
    runtime.put(createTestVariable('n', 1));
    runtime.step(2);
    expect(runtime.messages()).toEqual(['noticed']);
    expect(runtime.raised('variable.changed')).toEqual([]);
  });
});
