import { describe, expect, test } from 'vitest';
import { createRecordedTestRuntime, replayJournalText } from '../journal/testing-recorded-runtime.ts';
import { createTestRuntime, logNode, createTestGraph } from './testing-runtime.ts';
import type { GraphSnapshot } from '../link/runtime-link.ts';

/** Allows 2,000 steps per tick for all graphs together. */
const limits = { stepsPerSecond: 60 * 2_000 };

/** Creates a graph that uses about 1,500 steps in every frame and logs a message. */
const createHeavyGraph = (graphId: string) =>
  createTestGraph(
    {
      frame: 'OnNewFrame',
      loop: ['ForLoop', { Last: 480 }],
      body: 'Watch',
      log: logNode(graphId),
      stop: 'OnStop',
      bye: logNode(`bye ${graphId}`),
    },
    ['frame.Out > loop.In', 'loop.Body > body.In', 'loop.Completed > log.In', 'stop.Out > bye.In'],
    { graphId },
  );

const lightGraph = createTestGraph({ frame: 'OnNewFrame', log: logNode('light') }, ['frame.Out > log.In'], {
  graphId: 'light',
});

const startGraphs = (...graphs: readonly GraphSnapshot[]) => {
  const runtime = createTestRuntime({ limits });
  runtime.run(...graphs);
  return runtime;
};

/** Returns the messages logged in each of the following ticks. */
const listMessages = (runtime: ReturnType<typeof createTestRuntime>, ticks: number) =>
  Array.from({ length: ticks }, () => {
    const countBefore = runtime.messages().length;
    runtime.step();
    return runtime.messages().slice(countBefore);
  });

describe('graphs that together use more steps than a tick has', () => {
  test('run in turns, and a light one runs in every tick', () => {
    const runtime = startGraphs(
      createHeavyGraph('a'),
      createHeavyGraph('b'),
      lightGraph,
      createHeavyGraph('c'),
    );
    expect(listMessages(runtime, 7)).toEqual([
      ['a', 'b', 'light', 'c'],
      ['a', 'light'],
      ['b', 'light'],
      ['light', 'c'],
      ['a', 'light'],
      ['b', 'light'],
      ['light', 'c'],
    ]);
  });

  test('all run again in every tick once there is room', () => {
    const runtime = startGraphs(createHeavyGraph('a'), createHeavyGraph('b'));
    listMessages(runtime, 4);
    runtime.execute('graph.stop', { graphId: 'a' });
    expect(listMessages(runtime, 3).every((messages) => messages.includes('b'))).toBe(true);
  });

  test('a graph that uses all steps alone runs in every tick', () => {
    const runtime = startGraphs(
      createTestGraph(
        { frame: 'OnNewFrame', loop: ['ForLoop', { Last: 2_000 }], body: 'Watch', log: logNode('alone') },
        ['frame.Out > loop.In', 'loop.Body > body.In', 'loop.Completed > log.In'],
      ),
    );
    expect(listMessages(runtime, 3)).toEqual([['alone'], ['alone'], ['alone']]);
  });

  test('what falls due while a graph skips a tick waits for its turn, and its time continues', () => {
    const delayed = createTestGraph(
      {
        frame: 'OnNewFrame',
        loop: ['ForLoop', { Last: 480 }],
        body: 'Watch',
        start: 'Start',
        delay: ['Delay', { Duration: 1 / 60 }],
        done: logNode('done'),
        elapsed: 'ElapsedTime',
        count: 'FrameCount',
        time: 'LogConsole',
        text: ['FormatText', { Template: '{0} {1}' }],
      },
      [
        'frame.Out > loop.In',
        'loop.Body > body.In',
        'start.Out > delay.In',
        'delay.Done > done.In',
        'loop.Completed > time.In',
        'count.Frame > text.Arg0',
        'elapsed.Seconds > text.Arg1',
        'text.Result > time.Message',
      ],
      { graphId: 'delayed' },
    );
    const runtime = startGraphs(createHeavyGraph('a'), delayed);
    const [first, second, third] = listMessages(runtime, 3);
    expect(first).toEqual(['a', expect.stringMatching(/^1 0\.016/)]);
    expect(second).toEqual(['a']);
    expect(third).toEqual(['done', expect.stringMatching(/^2 0\.05/)]);
  });

  test('a graph that skips a tick can be stopped, and fires OnStop', () => {
    const runtime = startGraphs(createHeavyGraph('a'), createHeavyGraph('b'));
    listMessages(runtime, 2);
    const countBefore = runtime.messages().length;
    runtime.execute('graph.stop', { graphId: 'a' });
    runtime.execute('graph.stop', { graphId: 'b' });
    expect(runtime.messages().slice(countBefore)).toEqual(['bye a', 'bye b']);
  });

  test('have the same turns in a replay', () => {
    const recorded = createRecordedTestRuntime({ limits });
    for (const graph of [createHeavyGraph('a'), lightGraph, createHeavyGraph('b'), createHeavyGraph('c')])
      recorded.run(graph);
    recorded.runtime.step(50);
    expect(replayJournalText(recorded.end())).toMatchObject({ agrees: true, ticks: 50 });
  });
});
