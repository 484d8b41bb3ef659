import { expect, test } from 'vitest';
import { createStage, sketch, variable } from './testing.ts';
import type { GraphImage } from '../link/protocol.ts';

/** Runs a graph that makes a variable grow, and writes every event out as observers would get it. */
const play = (graph: GraphImage, ticks: number) => {
  const stage = createStage();
  stage.put(variable('grows', null));
  stage.run(graph);
  stage.step(ticks);
  const longest = Math.max(...stage.batches.flat().map((event) => JSON.stringify(event).length));
  return { stage, longest };
};

test('a list that is put into itself for ever stays shallow enough to be written out', () => {
  const { stage, longest } = play(
    sketch(
      {
        frame: 'OnNewFrame',
        loop: ['ForLoop', { Last: 300 }],
        get: ['GetVariable', { Variable: 'grows' }],
        wrap: 'MakeList',
        set: ['SetVariable', { Variable: 'grows' }],
      },
      ['frame.Out > loop.In', 'loop.Body > set.In', 'get.Value > wrap.Item0', 'wrap.List > set.Value'],
    ),
    20,
  );
  expect(longest).toBeLessThan(2_000);
  expect(stage.data('graph.stopped')).toEqual([]);
  expect(stage.messages()).toEqual([expect.stringContaining('levels')]);
});

test('an event about a variable that is put into the variable does not double it for ever', () => {
  const { stage, longest } = play(
    sketch(
      {
        start: 'Start',
        first: ['SetVariable', { Variable: 'grows', Value: 1 }],
        on: ['OnEvent', { Pattern: 'variable.changed' }],
        set: ['SetVariable', { Variable: 'grows' }],
      },
      ['start.Out > first.In', 'on.Out > set.In', 'on.Data > set.Value'],
    ),
    60,
  );
  expect(longest).toBeLessThan(5_000_000);
  expect(stage.data('graph.stopped')).toEqual([]);
  expect(stage.messages()).toEqual([expect.stringContaining('values and characters')]);
});
