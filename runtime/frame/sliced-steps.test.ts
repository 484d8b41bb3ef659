/** Tests steps that exceed their time slice. Until such a step ends, nothing is reported and no command runs. */
import { createManualScheduler } from './testing-schedulers.ts';
import { describe, expect, test } from 'vitest';
import { logNode, createTestGraph, createTestVariable } from '../engine/testing-runtime.ts';
import { createRecordedTestRuntime, replayJournalText } from '../journal/testing-recorded-runtime.ts';
import { testLinks } from '../link/testing-links.ts';
import type { RaisedEvent } from '../link/runtime-link.ts';

/** In every step, this graph sets a variable to 1, works for several time slices, and then sets the variable to 2. */
const slowGraph = createTestGraph(
  {
    frame: 'OnNewFrame',
    one: ['SetVariable', { Variable: 'n', Value: 1 }],
    loop: ['ForLoop', { First: 1, Last: 10_000 }],
    body: ['Branch', { Condition: true }],
    two: ['SetVariable', { Variable: 'n', Value: 2 }],
    bye: logNode('bye'),
    stop: 'OnStop',
  },
  [
    'frame.Out > one.In',
    'one.Out > loop.In',
    'loop.Body > body.In',
    'loop.Completed > two.In',
    'stop.Out > bye.In',
  ],
  { graphId: 'slow' },
);

describe.each(Object.entries(testLinks))('a step that exceeds its time slice, %s', (_, createLink) => {
  /** Connects a runtime whose time is either paused, or runs in time slices that the test controls. */
  const linked = async ({ isPaused } = { isPaused: true }) => {
    const manualScheduler = createManualScheduler();
    const recorded = createRecordedTestRuntime(
      isPaused ? {} : { scheduler: manualScheduler.scheduler },
      manualScheduler,
    );
    const { runtime } = recorded;
    const { link, disconnect, reconnect } = createLink(runtime);
    const batches: (readonly RaisedEvent[])[] = [];
    await reconnect();
    link.listen({ onEvents: (batch) => batches.push(batch) });
    const act = (action: string, parameters: Record<string, unknown> = {}) =>
      link.request('action.run', { action, parameters });
    await link.request('variables.put', { variables: [createTestVariable('n', 0, 'Float')] });
    await link.request('graph.load', { graph: slowGraph });
    await link.request('graph.run', { graphId: 'slow' });
    runtime.start();
    if (isPaused) await act('time.pause');
    batches.length = 0;
    const events = () => batches.flat();
    const runAllTimers = () => {
      while (manualScheduler.isWaiting()) manualScheduler.runNextTimer();
    };
    return {
      recorded,
      runtime,
      manualScheduler,
      link,
      cut: disconnect,
      mend: reconnect,
      act,
      batches,
      events,
      runAllTimers,
    };
  };
  const changes = (events: readonly RaisedEvent[]) =>
    events
      .filter(({ type }) => type === 'variable.changed')
      .map(({ tick, data }) => [tick, data.previous, data.value]);
  const replays = (journal: string) =>
    expect(replayJournalText(journal)).toMatchObject({ agrees: true, firstDifference: null });

  test('is reported as one step, and can be replayed', async () => {
    const { recorded, act, batches, events, runAllTimers } = await linked();
    const response = act('time.step', { ticks: 4 });
    runAllTimers();
    expect(await response).toMatchObject({ result: { tick: 4 } });
    expect(changes(events())).toEqual([[1, 0, 2]]);
    expect(batches).toHaveLength(1);
    replays(recorded.end());
  });

  test('delays commands until its end, and runs them in order', async () => {
    const { recorded, link, act, events, manualScheduler, runAllTimers } = await linked();
    const order: string[] = [];
    const recordOrder = (name: string) => (response: unknown) => {
      order.push(name);
      return response;
    };
    const stepResponse = act('time.step', { ticks: 1 }).then(recordOrder('step'));
    await Promise.resolve();
    expect(manualScheduler.isWaiting()).toBe(true);
    const responses = [
      act('log.console', { message: 'first', severity: 'log' }).then(recordOrder('first')),
      act('time.step', { ticks: 2 }).then(recordOrder('second step')),
      link.request('graph.flush', { graphId: 'slow' }).then(recordOrder('flush')),
      act('log.console', { message: 'last', severity: 'log' }).then(recordOrder('last')),
    ];
    await Promise.resolve();
    expect(events()).toEqual([]);
    runAllTimers();
    const stamps = (await Promise.all([stepResponse, ...responses])) as { tick: number; seq: number }[];
    expect(stamps.map(({ tick }) => tick)).toEqual([1, 2, 2, 3, 3]);
    expect(order.indexOf('first')).toBeLessThan(order.indexOf('last'));
    expect(changes(events())).toEqual([[1, 0, 2]]);
    replays(recorded.end());
  });

  test('is reported as one step while time runs, and the console warns between two steps', async () => {
    const { recorded, runtime, act, batches, events, manualScheduler } = await linked({ isPaused: false });
    const stamps: Promise<{ tick: number }>[] = [];
    for (let count = 0; count < 400; count++) {
      manualScheduler.runNextTimer();
      if (count % 50 === 49) stamps.push(act('log.console', { message: 'meanwhile', severity: 'log' }));
    }
    runtime.stop();
    const ticks = (await Promise.all(stamps)).map(({ tick }) => tick);
    expect(changes(events())).toEqual([[1, 0, 2]]);
    const messages = events().filter(({ type }) => type === 'console.log');
    expect(messages.filter(({ data }) => data.message === 'meanwhile').map(({ tick }) => tick)).toEqual(
      ticks,
    );
    expect(messages.map(({ data }) => data.message)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('cannot keep up'),
        expect.stringContaining('Frames take'),
      ]),
    );
    // All events of a batch must belong to the same tick.
    for (const batch of batches) expect(new Set(batch.map(({ tick }) => tick)).size).toBe(1);
    replays(recorded.end());
  });

  test('is completed when time stops, and then runs the delayed work', async () => {
    const { recorded, runtime, link, act, events } = await linked();
    const stepResponse = act('time.step', { ticks: 3 }).then(
      () => 'made',
      (failure) => failure.code,
    );
    const loadResponse = link.request('graph.load', { graph: { ...slowGraph, graphId: 'other' } });
    const started = link.request('graph.run', { graphId: 'other' });
    const laterStep = act('time.step', { ticks: 2 }).catch((failure) => failure.code);
    await Promise.resolve();
    runtime.stop();
    expect(await stepResponse).toBe('ACTION_FAILED');
    expect(await laterStep).toBe('ACTION_FAILED');
    await Promise.all([loadResponse, started]);
    const stopped = events().filter(({ type }) => type === 'graph.stopped');
    expect(stopped.map(({ graphId }) => graphId)).toEqual(['slow', 'other']);
    replays(recorded.end());
  });

  test('is reported as one step when the controller reconnects meanwhile', async () => {
    const {
      recorded,
      cut: disconnectLink,
      mend: reconnectLink,
      act,
      manualScheduler,
      events,
      runAllTimers,
    } = await linked();
    const stepResponse = act('time.step', { ticks: 2 }).catch((failure) => failure.code);
    await Promise.resolve();
    expect(manualScheduler.isWaiting()).toBe(true);
    disconnectLink();
    const reconnected = reconnectLink();
    runAllTimers();
    await reconnected;
    expect(await stepResponse).toBe('RUNTIME_TIMEOUT');
    expect(changes(events())).toEqual([[1, 0, 2]]);
    replays(recorded.end());
  });
});
