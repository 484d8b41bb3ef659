import { describe, expect, test } from 'vitest';
import { createStage, say, sketch } from './testing.ts';

/** A stage, and what it has told of graphs whose work is over. */
const watched = () => {
  const stage = createStage();
  const told: (readonly string[])[] = [];
  stage.target.listen({ events: () => {}, idle: (graphIds) => told.push(graphIds) });
  return { stage, told };
};

describe('a running graph whose work is over', () => {
  test('is told once, behind the step in which nothing of it was left', () => {
    const { stage, told } = watched();
    stage.run(
      sketch({ start: 'Start', frame: 'OnNewFrame', wait: ['Delay', { Duration: 0.05 }], log: say('done') }, [
        'start.Out > wait.In',
        'wait.Done > log.In',
      ]),
    );
    stage.step(2);
    expect([stage.messages(), told]).toEqual([[], []]);
    stage.step(5);
    expect([stage.messages(), told]).toEqual([['done'], [['graph']]]);
  });

  test.each([
    ['each frame', 'OnNewFrame', {}],
    ['custom events', 'OnCustomEvent', { Name: 'go' }],
    ['events', 'OnEvent', { Pattern: 'tween.*' }],
    ['a press', 'ManualButton', {}],
  ])('is none that waits for %s and leads somewhere', (_, category, values) => {
    const { stage, told } = watched();
    const output = category === 'ManualButton' ? 'Pressed' : 'Out';
    const nodes = { event: [category, values], log: say('heard') } as const;
    stage.run(sketch(nodes, [`event.${output} > log.In`]), sketch(nodes, [], { graphId: 'leads nowhere' }));
    stage.step(3);
    expect(told).toEqual([['leads nowhere']]);
  });

  test('is told again when it was started or pushed again, and no longer once it has stopped', () => {
    const { stage, told } = watched();
    const graph = sketch({ start: 'Start', log: say('once') }, ['start.Out > log.In']);
    stage.run(graph);
    stage.step(2);
    stage.execute('graph.load', { graph });
    stage.step(2);
    stage.execute('graph.stop', { graphId: 'graph' });
    stage.execute('graph.run', { graphId: 'graph' });
    stage.step(2);
    expect(told).toEqual([['graph'], ['graph'], ['graph']]);
    stage.execute('graph.stop', { graphId: 'graph' });
    stage.step();
    expect(told.at(-1)).toEqual([]);
  });

  test('is none that stands still at a breakpoint', () => {
    const { stage, told } = watched();
    stage.run(
      sketch({ start: 'Start', stop: 'Breakpoint', log: say('on') }, [
        'start.Out > stop.In',
        'stop.Out > log.In',
      ]),
    );
    stage.step();
    expect(told).toEqual([]);
    stage.step();
    expect([stage.messages().at(-1), told]).toEqual(['on', [['graph']]]);
  });
});
