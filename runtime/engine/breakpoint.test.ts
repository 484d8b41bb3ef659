import { describe, expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from './testing-runtime.ts';
import type { Json } from '#spec/values.ts';
import type { RuntimeOptions } from '../runtime-options.ts';

const marker = 'Breakpoint reached; time is paused.';

/** Creates a graph with a loop that reaches a breakpoint in each pass. The graph also counts frames. */
const createLoopGraph = (values: Record<string, Json> = {}) =>
  createTestGraph(
    {
      start: 'Start',
      frame: 'OnNewFrame',
      loop: ['ForLoop', { First: 1, Last: 2 }],
      stop: ['Breakpoint', values],
      pass: logNode('pass'),
      done: logNode('done'),
      tick: logNode('frame'),
    },
    [
      'start.Out > loop.In',
      'loop.Body > stop.In',
      'stop.Out > pass.In',
      'loop.Completed > done.In',
      'frame.Out > tick.In',
    ],
  );

const createHaltedRuntime = (values?: Record<string, Json>, options?: Partial<RuntimeOptions>) => {
  const runtime = createTestRuntime(options);
  runtime.run(createLoopGraph(values));
  runtime.step();
  const act = (action: string, parameters = {}) =>
    runtime.execute('action.run', { action, parameters }).result;
  return {
    ...runtime,
    act,
    /** Returns the messages logged since the last call. */
    takeMessages: (() => {
      let reportedCount = 0;
      return () => {
        const messages = runtime.messages().slice(reportedCount);
        reportedCount += messages.length;
        return messages;
      };
    })(),
  };
};

describe('Breakpoint', () => {
  test('pauses time and suspends everything after it in the graph', () => {
    const runtime = createHaltedRuntime();
    expect(runtime.takeMessages()).toEqual([marker]);
    expect(runtime.act('time.get')).toMatchObject({ paused: true, tick: 1 });
    expect(runtime.data('console.log')[0]).toMatchObject({ severity: 'log', nodeId: 'stop' });
  });

  test('each step continues to the next breakpoint, and then with deferred work', () => {
    const runtime = createHaltedRuntime();
    runtime.takeMessages();
    runtime.act('time.step', { ticks: 1 });
    expect(runtime.takeMessages()).toEqual(['pass', marker]);
    runtime.act('time.step', { ticks: 1 });
    expect(runtime.takeMessages()).toEqual(['pass', 'done', 'frame', 'frame', 'frame']);
    runtime.act('time.step', { ticks: 1 });
    expect(runtime.takeMessages()).toEqual(['frame']);
  });

  test('time runs again after a resume', () => {
    const wakeUps: (() => void)[] = [];
    let now = 0;
    const runtime = createTestRuntime({
      fps: 10,
      scheduler: {
        now: () => now,
        after: (_, wake) => {
          wakeUps.push(wake);
          return () => {};
        },
      },
    });
    const advanceTime = (periods: number) => {
      for (let period = 0; period < periods; period++) {
        now += 100;
        wakeUps.shift()!();
      }
    };
    runtime.run(createLoopGraph());
    runtime.start();
    advanceTime(3);
    expect(runtime.messages()).toEqual([marker]);
    runtime.execute('action.run', { action: 'time.resume', parameters: {} });
    advanceTime(3);
    expect(runtime.messages()).toEqual([marker, 'pass', marker]);
    runtime.stop();
  });

  test.each<Record<string, Json>>([{ Condition: false }, { Enabled: false }])(
    'passes at once with %j',
    (values) => {
      const runtime = createHaltedRuntime(values);
      expect(runtime.takeMessages()).toEqual(['pass', 'pass', 'done', 'frame']);
      expect(runtime.act('time.get')).toMatchObject({ paused: false });
    },
  );

  test('other graphs complete the frame', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createLoopGraph(),
      createTestGraph({ frame: 'OnNewFrame', log: logNode('other') }, ['frame.Out > log.In'], {
        graphId: 'other',
      }),
    );
    runtime.step();
    expect(runtime.messages()).toEqual([marker, 'other']);
  });

  test('defers latents that fall due until the graph continues', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        {
          start: 'Start',
          delay: ['Delay', { Duration: 1 / 60 }],
          loop: ['ForLoop', { First: 1, Last: 2 }],
          stop: 'Breakpoint',
          late: logNode('late'),
          done: logNode('done'),
        },
        [
          'start.Out > delay.In',
          'start.Out > loop.In',
          'loop.Body > stop.In',
          'loop.Completed > done.In',
          'delay.Done > late.In',
        ],
      ),
    );
    runtime.step(2);
    expect(runtime.messages()).toEqual([marker, marker]);
    runtime.step();
    expect(runtime.messages()).toEqual([marker, marker, 'done', 'late']);
  });

  test('node events nest across the suspension, and are closed when the graph stops there', () => {
    const recordMessages = (end: (runtime: ReturnType<typeof createTestRuntime>) => void) => {
      const runtime = createTestRuntime();
      runtime.listenTo('node.executing', 'node.done');
      runtime.run(
        createTestGraph({ start: 'Start', stop: 'Breakpoint', log: logNode('on') }, [
          'start.Out > stop.In',
          'stop.Out > log.In',
        ]),
      );
      runtime.step();
      end(runtime);
      return runtime.batches
        .flat()
        .filter(({ type }) => type.startsWith('node.'))
        .map(({ type, nodeId }) => `${type.slice(5)} ${nodeId}`);
    };
    const halted = ['executing start', 'executing stop'];
    expect(recordMessages((runtime) => runtime.step())).toEqual([
      ...halted,
      'executing log',
      'done log',
      'done stop',
      'done start',
    ]);
    expect(recordMessages((runtime) => runtime.execute('graph.stop', { graphId: 'graph' }))).toEqual([
      ...halted,
      'done stop',
      'done start',
    ]);
  });

  test('a graph that stops there drops the rest, fires OnStop and may start again', () => {
    const runtime = createTestRuntime();
    runtime.run(
      createTestGraph(
        { start: 'Start', stop: 'Breakpoint', on: logNode('on'), end: 'OnStop', bye: logNode('bye') },
        ['start.Out > stop.In', 'stop.Out > on.In', 'end.Out > bye.In'],
      ),
    );
    runtime.step();
    runtime.execute('graph.stop', { graphId: 'graph' });
    runtime.step(2);
    expect(runtime.messages()).toEqual([marker, 'bye']);
    runtime.execute('graph.run', { graphId: 'graph' });
    runtime.step(2);
    expect(runtime.messages()).toEqual([marker, 'bye', marker, 'on']);
  });

  test('a sync drops the suspended work, and the graph continues with its new program', () => {
    const runtime = createHaltedRuntime();
    runtime.takeMessages();
    runtime.execute('graph.load', {
      graph: createTestGraph({ frame: 'OnNewFrame', gate: 'Gate', log: logNode('new') }, [
        'frame.Out > log.In',
      ]),
    });
    runtime.step(2);
    expect(runtime.takeMessages()).toEqual(['new', 'new']);
  });

  test('a graph with too much deferred work is stopped', () => {
    const runtime = createTestRuntime({ limits: { waitingEvents: 5 } });
    runtime.run(
      createTestGraph({ frame: 'OnNewFrame', a: 'Breakpoint', b: 'Breakpoint' }, [
        'frame.Out > a.In',
        'a.Out > b.In',
      ]),
    );
    runtime.step(30);
    expect(runtime.data('graph.stopped')).toEqual([
      { graphId: 'graph', name: 'graph', reason: 'executionLimit' },
    ]);
  });
});
