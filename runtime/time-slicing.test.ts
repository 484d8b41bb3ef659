import { expect, test } from 'vitest';
import { createTestRuntime, logNode, createTestGraph } from './engine/testing-runtime.ts';
import { createInProcessLink } from './link/in-process-link.ts';
import { createRecordedTestRuntime, replayJournalText } from './journal/testing-recorded-runtime.ts';
import type { Timers } from './shared/scheduler.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/** Creates a scheduler whose real-time clock advances with each reading, so that each slice is as short as possible. */
const createImpatientScheduler = (readsPerMs = 4) => {
  let now = 0;
  let timer: { readonly at: number; readonly task: () => void } | undefined;
  let parts = 0;
  const scheduler: Timers = {
    now: () => {
      now += readsPerMs;
      return now;
    },
    after(milliseconds, task) {
      const set = { at: now + milliseconds, task };
      timer = set;
      return () => {
        if (timer === set) timer = undefined;
      };
    },
  };
  return {
    scheduler,
    get parts() {
      return parts;
    },
    fire() {
      const { at, task } = timer!;
      timer = undefined;
      now = Math.max(now, at);
      parts += 1;
      task();
    },
  };
};

/**
 * Creates a graph with a loop, latent nodes, suspensions and events, so that slices can end at many different points.
 */
const createBusyGraph = (graphId: string) =>
  createTestGraph(
    {
      start: 'Start',
      frame: 'OnNewFrame',
      loop: ['ForLoop', { Last: 300 }],
      delay: ['Delay', { Duration: 0.02, OnRetrigger: 'Parallel' }],
      set: ['SetVariable', { Variable: 'shared' }],
      add: ['Add', { B: 1 }],
      get: ['GetVariable', { Variable: 'shared' }],
      event: ['SendCustomEvent', { Name: 'more' }],
      on: ['OnCustomEvent', { Name: 'more' }],
      dice: ['RandomFloat', {}],
      watch: 'Watch',
      log: logNode(graphId),
      second: ['ForLoop', { Last: 200 }],
      body: 'Watch',
      stop: 'OnStop',
      end: ['ForLoop', { Last: 1_000 }],
    },
    [
      'frame.Out > loop.In',
      'loop.Body > set.In',
      'get.Value > add.A',
      'add.Result > set.Value',
      'loop.Completed > delay.In',
      'delay.Done > event.In',
      'on.Out > second.In',
      'second.Body > body.In',
      'dice.Result > body.Value',
      'second.Completed > log.In',
      'start.Out > watch.In',
      'stop.Out > end.In',
    ],
    { graphId },
  );

const endlessGraph = createTestGraph(
  { frame: 'OnNewFrame', loop: ['WhileLoop', { Condition: true }], body: 'Watch' },
  ['frame.Out > loop.In', 'loop.Body > body.In'],
  { graphId: 'endless' },
);

type BusyRuntime = ReturnType<typeof createTestRuntime>;

const createBusyRuntime = (options: Partial<RuntimeOptions> = {}): BusyRuntime => {
  const runtime = createTestRuntime(options);
  runtime.put({ id: 'shared', name: 'shared', type: 'Float', value: 0 });
  runtime.listenTo('ports.updated');
  runtime.run(createBusyGraph('a'), createBusyGraph('b'), endlessGraph, createBusyGraph('c'));
  return runtime;
};

/** Compares runtimes whose ticks are sliced and whole. */
const expectSameResults = (createRuntime: (options?: Partial<RuntimeOptions>) => BusyRuntime): void => {
  const unsliced = createRuntime();
  const impatientScheduler = createImpatientScheduler();
  const sliced = createRuntime({ scheduler: impatientScheduler.scheduler });
  sliced.start();
  const getTick = (runtime: typeof unsliced) => (runtime.state().clock as { tick: number }).tick;
  while (sliced.batches.at(-1)!.at(-1)!.tick < 12) impatientScheduler.fire();
  sliced.execute('events.interest', { types: [] });
  unsliced.step(getTick(sliced));
  unsliced.execute('events.interest', { types: [] });
  const actions = (runtime: typeof unsliced) =>
    runtime.batches
      .flat()
      .filter(({ data }) => !/^(The runtime|Frames)/.test(String(data.message)))
      .map(({ data, ...event }) => ({ ...event, data: { ...data, id: undefined } }));
  expect(impatientScheduler.parts).toBeGreaterThan(50);
  expect(actions(sliced)).toEqual(actions(unsliced));
  expect(sliced.state()).toEqual(unsliced.state());
};

test('a sliced tick has the same result as one that runs at once, bit for bit', () =>
  expectSameResults(createBusyRuntime));

/** Creates a graph that repeats a call, and does much work after each call, and another such graph. */
const createCallingRuntime = (options: Partial<RuntimeOptions> = {}) => {
  const runtime = createTestRuntime({ ...options, limits: { waitingEvents: 20 } });
  const createCaller = (graphId: string, called: string) =>
    createTestGraph(
      {
        ...{ start: 'Start', call: ['RunGraph', { Graph: called, Mode: 'Call' }], log: logNode(graphId) },
        ...{ loop: ['ForLoop', { Last: 900 }], body: 'Watch' },
      },
      [
        ...['start.Out > call.In', 'call.Done > loop.In', 'call.Failed > loop.In', 'loop.Body > body.In'],
        ...['loop.Index > body.Value', 'loop.Completed > log.In', 'log.Out > call.In'],
      ],
      { graphId },
    );
  const stopping = createTestGraph(
    {
      ...{ start: 'Start', loop: ['ForLoop', { Last: 700 }], body: 'Watch', frame: 'OnNewFrame' },
      ...{ stop: ['RunGraph', { Graph: 'stopping', Run: false }] },
    },
    ['start.Out > loop.In', 'loop.Body > body.In', 'frame.Out > stop.In'],
    { graphId: 'stopping' },
  );
  const flooding = createTestGraph(
    {
      ...{
        start: 'Start',
        first: ['SendCustomEvent', { Name: 'flood' }],
        on: ['OnCustomEvent', { Name: 'flood' }],
      },
      ...{ delay: ['Delay', { Duration: 0 }], loop: ['ForLoop', { Last: 50 }] },
      send: ['SendCustomEvent', { Name: 'flood' }],
    },
    [...['start.Out > delay.In', 'delay.Done > first.In', 'on.Out > loop.In', 'loop.Body > send.In']],
    { graphId: 'flooding' },
  );
  for (const graph of [stopping, flooding]) runtime.execute('graph.load', { graph });
  runtime.listenTo('ports.updated');
  runtime.run(
    createCaller('a', 'stopping'),
    createCaller('b', 'stopping'),
    createCaller('c', 'flooding'),
    createCaller('d', 'flooding'),
  );
  return runtime;
};

test('so do calls of graphs that end at any part of a tick', () => expectSameResults(createCallingRuntime));

test('commands wait for the end of the tick, run in order, and are stamped with the next one', async () => {
  const impatientScheduler = createImpatientScheduler();
  const runtime = createBusyRuntime({ scheduler: impatientScheduler.scheduler });
  const link = createInProcessLink(runtime);
  runtime.start();
  impatientScheduler.fire();
  impatientScheduler.fire();
  const stamps: string[] = [];
  const logMessage = (name: string) =>
    link.request('action.run', { action: 'time.get', parameters: {} }).then(({ tick, seq }) => {
      stamps.push(`${name} ${tick} ${seq}`);
    });
  const all = Promise.all([logMessage('first'), logMessage('second')]);
  await Promise.resolve();
  expect(stamps).toEqual([]);
  while (stamps.length === 0) {
    impatientScheduler.fire();
    await Promise.resolve();
    await Promise.resolve();
  }
  await all;
  expect(stamps).toEqual(['first 2 1', 'second 2 2']);
});

test('a command that cannot wait completes the tick first', () => {
  const impatientScheduler = createImpatientScheduler();
  const runtime = createBusyRuntime({ scheduler: impatientScheduler.scheduler });
  runtime.start();
  impatientScheduler.fire();
  const { tick } = runtime.execute('action.run', { action: 'time.get', parameters: {} });
  expect(tick).toBe(2);
  expect(runtime.data('graph.stopped')).toEqual([expect.objectContaining({ graphId: 'endless' })]);
  impatientScheduler.fire();
  runtime.stop();
  expect(runtime.data('graph.stopped')).toHaveLength(4);
});

test('a graph that makes frames too long is reported on the console, and also in a replay', () => {
  const impatientScheduler = createImpatientScheduler(3);
  const recorded = createRecordedTestRuntime({ scheduler: impatientScheduler.scheduler });
  recorded.runtime.execute('variables.put', {
    variables: [{ id: 'shared', name: 'shared', type: 'Float', value: 0 }],
  });
  recorded.run(
    createTestGraph({ frame: 'OnNewFrame', log: logNode('light') }, ['frame.Out > log.In'], {
      graphId: 'light',
    }),
  );
  recorded.run(createBusyGraph('heavy'));
  const warnings: unknown[] = [];
  recorded.runtime.listen({
    onEvents: (batch) => {
      for (const { type, data } of batch) {
        if (type === 'console.log' && String(data.message).startsWith('Frames')) warnings.push(data);
      }
    },
  });
  recorded.runtime.start();
  for (let eventTypes = 0; eventTypes < 3_000; eventTypes++) impatientScheduler.fire();
  recorded.runtime.stop();
  expect(warnings).toEqual([
    expect.objectContaining({
      severity: 'warning',
      graphId: 'heavy',
      message: expect.stringMatching(
        /^Frames take [\d.]+ ms, which exceeds their budget of 16\.7 ms; the graph 'heavy' takes the most, [\d.]+ ms/,
      ),
    }),
  ]);
  const journal = recorded.end();
  expect(journal).toContain('"overload"');
  expect(replayJournalText(journal)).toMatchObject({ agrees: true, inputsIntact: true });
});
