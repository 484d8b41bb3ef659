import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from './testing-runtime.ts';

/** A test runtime, with its reports of idle graphs. */
const createWatchedRuntime = () => {
  const stage = createTestRuntime();
  const reports: (readonly string[])[] = [];
  stage.target.listen({ onEvents: () => {}, onIdleGraphs: (graphIds) => reports.push(graphIds) });
  return { stage, reports };
};

describe('an idle running graph', () => {
  test('is reported once, after the step in which it had nothing left to do', () => {
    const { stage, reports } = createWatchedRuntime();
    stage.run(
      createTestGraph(
        { start: 'Start', frame: 'OnNewFrame', wait: ['Delay', { Duration: 0.05 }], log: logNode('done') },
        ['start.Out > wait.In', 'wait.Done > log.In'],
      ),
    );
    stage.step(2);
    expect([stage.messages(), reports]).toEqual([[], []]);
    stage.step(5);
    expect([stage.messages(), reports]).toEqual([['done'], [['graph']]]);
  });

  test.each([
    ['each frame', 'OnNewFrame', {}],
    ['custom events', 'OnCustomEvent', { Name: 'go' }],
    ['events', 'OnEvent', { Pattern: 'tween.*' }],
    ['a press', 'ManualButton', {}],
  ])('does not count while it waits for %s with a connection', (_, category, values) => {
    const { stage, reports } = createWatchedRuntime();
    const output = category === 'ManualButton' ? 'Pressed' : 'Out';
    const nodes = { event: [category, values], log: logNode('heard') } as const;
    stage.run(
      createTestGraph(nodes, [`event.${output} > log.In`]),
      createTestGraph(nodes, [], { graphId: 'leads nowhere' }),
    );
    stage.step(3);
    expect(reports).toEqual([['leads nowhere']]);
  });

  test('is reported again after a start or button press, and not after it has stopped', () => {
    const { stage, reports } = createWatchedRuntime();
    const graph = createTestGraph({ start: 'Start', log: logNode('once') }, ['start.Out > log.In']);
    stage.run(graph);
    stage.step(2);
    stage.execute('graph.load', { graph });
    stage.step(2);
    stage.execute('graph.stop', { graphId: 'graph' });
    stage.execute('graph.run', { graphId: 'graph' });
    stage.step(2);
    expect(reports).toEqual([['graph'], ['graph'], ['graph']]);
    stage.execute('graph.stop', { graphId: 'graph' });
    stage.step();
    expect(reports.at(-1)).toEqual([]);
  });

  test('does not count while it is suspended at a breakpoint', () => {
    const { stage, reports } = createWatchedRuntime();
    stage.run(
      createTestGraph({ start: 'Start', stop: 'Breakpoint', log: logNode('on') }, [
        'start.Out > stop.In',
        'stop.Out > log.In',
      ]),
    );
    stage.step();
    expect(reports).toEqual([]);
    stage.step();
    expect([stage.messages().at(-1), reports]).toEqual(['on', [['graph']]]);
  });
});
