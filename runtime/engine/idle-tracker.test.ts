import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from './testing-runtime.ts';

/** Creates a test runtime that records its reports of idle graphs. */
const createWatchedRuntime = () => {
  const runtime = createTestRuntime();
  const reports: (readonly string[])[] = [];
  runtime.target.listen({ onEvents: () => {}, onIdleGraphs: (graphIds) => reports.push(graphIds) });
  return { runtime, reports };
};

describe('an idle running graph', () => {
  test('is reported once, after the step in which it had nothing left to do', () => {
    const { runtime, reports } = createWatchedRuntime();
    runtime.run(
      createTestGraph(
        { start: 'Start', frame: 'OnNewFrame', wait: ['Delay', { Duration: 0.05 }], log: logNode('done') },
        ['start.Out > wait.In', 'wait.Done > log.In'],
      ),
    );
    runtime.step(2);
    expect([runtime.messages(), reports]).toEqual([[], []]);
    runtime.step(5);
    expect([runtime.messages(), reports]).toEqual([['done'], [['graph']]]);
  });

  test.each([
    ['each frame', 'OnNewFrame', {}],
    ['custom events', 'OnCustomEvent', { Name: 'go' }],
    ['events', 'OnEvent', { Pattern: 'tween.*' }],
    ['a press', 'ManualButton', {}],
  ])('does not count while it waits for %s with a connection', (_, category, values) => {
    const { runtime, reports } = createWatchedRuntime();
    const output = category === 'ManualButton' ? 'Pressed' : 'Out';
    const nodes = { event: [category, values], log: logNode('heard') } as const;
    runtime.run(
      createTestGraph(nodes, [`event.${output} > log.In`]),
      createTestGraph(nodes, [], { graphId: 'leads nowhere' }),
    );
    runtime.step(3);
    expect(reports).toEqual([['leads nowhere']]);
  });

  test('is reported again after a start or button press, and not after it has stopped', () => {
    const { runtime, reports } = createWatchedRuntime();
    const graph = createTestGraph({ start: 'Start', log: logNode('once') }, ['start.Out > log.In']);
    runtime.run(graph);
    runtime.step(2);
    runtime.execute('graph.load', { graph });
    runtime.step(2);
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.execute('graph.run', { graphId: 'graph' });
    runtime.step(2);
    expect(reports).toEqual([['graph'], ['graph'], ['graph']]);
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.step();
    expect(reports.at(-1)).toEqual([]);
  });

  test('does not count while it is suspended at a breakpoint', () => {
    const { runtime, reports } = createWatchedRuntime();
    runtime.run(
      createTestGraph({ start: 'Start', stop: 'Breakpoint', log: logNode('on') }, [
        'start.Out > stop.In',
        'stop.Out > log.In',
      ]),
    );
    runtime.step();
    expect(reports).toEqual([]);
    runtime.step();
    expect([runtime.messages().at(-1), reports]).toEqual(['on', [['graph']]]);
  });
});
