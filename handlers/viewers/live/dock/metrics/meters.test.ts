import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import {
  createActionTimeMeter,
  createEventJitter,
  createHubEventMeter,
  createRestLatencyMeter,
  createRuntimeClockMeter,
  createSceneDataMeter,
} from './meters.ts';
import type { EventEnvelope } from '../events/event-feed.ts';
import type { SceneClient, SceneHub } from '#spec/client/index.ts';
import type { SessionState } from '../../session/session.ts';

let testTime = 0;
const getTestTime = (): number => testTime;
beforeEach(() => {
  testTime = 0;
});

/** Creates a hub for tests, which answers after 8 ms with a tick that the test sets. */
const createHub = () => {
  const clock = { tick: 0, paused: false, fixedStep: 0.02 };
  const hub = {
    act: async () => {
      testTime += 8;
      return { result: { ...clock } };
    },
  };
  return { clock, hub: signal(hub as unknown as SceneHub) };
};

/** Creates a feed for tests, which delivers the events that the test raises. */
const createFeed = () => {
  let listener: ((event: EventEnvelope) => void) | undefined;
  return {
    isLive: signal(true),
    listen(listen: typeof listener) {
      listener = listen;
      return () => {
        listener = undefined;
      };
    },
    emit: (tick: number, coalesced?: number) =>
      listener?.({ tick, ...(coalesced !== undefined && { coalesced }) } as EventEnvelope),
    isListening: () => listener !== undefined,
  };
};

it('counts steps per second between two reads of the clock, and invents none', async () => {
  const { clock, hub } = createHub();
  const meter = createRuntimeClockMeter({ hub }, getTestTime);
  meter.start();
  expect(await meter.read(1)).toEqual({ hub: 8 });
  expect(meter.stepMs()).toBe(20);
  testTime += 992;
  clock.tick = 49;
  expect(await meter.read(1)).toEqual({ hub: 8, steps: 49, tick: 1_000 / 49 });
  // the runtime was replaced by another one, which starts at tick 0
  clock.tick = 3;
  expect(await meter.read(1)).toEqual({ hub: 8 });
  clock.paused = true;
  await meter.read(1);
  expect(meter.stepMs()).toBeUndefined();
});

it('counts coalesced events with their number, while connected and started', async () => {
  const feed = createFeed();
  const state = signal<SessionState>('connected');
  const meter = createHubEventMeter({ feed, session: { state }, now: getTestTime, stepMs: () => 20 });
  const end = meter.start();
  feed.emit(1);
  feed.emit(1, 5);
  expect(await meter.read(2)).toEqual({ events: 3 });
  state.value = 'reconnecting';
  expect(await meter.read(1)).toEqual({});
  end();
  expect(feed.isListening()).toBe(false);
});

it('counts no second in which the subscription was not active', async () => {
  const feed = createFeed();
  feed.isLive.value = false;
  const meter = createHubEventMeter({
    ...{ feed, session: { state: signal<SessionState>('connected') }, now: getTestTime, stepMs: () => 20 },
  });
  meter.start();
  feed.isLive.value = true;
  expect(await meter.read(1)).toEqual({});
  expect(await meter.read(1)).toEqual({ events: 0 });
});

it('returns the time that 95 % of the actions of the last two minutes stay below', async () => {
  let onCall: Parameters<Parameters<typeof createActionTimeMeter>[1] & object>[0] = () => {};
  const meter = createActionTimeMeter(getTestTime, (listener) => {
    onCall = listener;
    return () => {};
  });
  meter.start();
  expect(await meter.read(1)).toEqual({});
  const sizes = { transferSize: 0, encodedBodySize: 0 };
  onCall({ name: 'http://127.0.0.1:7180/api/actions/scene/spawn', duration: 100, ...sizes });
  onCall({ name: 'http://127.0.0.1:7180/api/health', duration: 900, ...sizes });
  for (let ms = 1; ms <= 19; ms += 1) meter.add(ms);
  expect(await meter.read(1)).toEqual({ actions: 19 });
  testTime += 121_000;
  expect(await meter.read(1)).toEqual({});
});

it('measures jitter as the difference between the intervals of events and steps', () => {
  const jitter = createEventJitter();
  jitter.add(10, 0, 20);
  jitter.add(11, 23, 20);
  jitter.add(11, 90, 20);
  jitter.add(13, 62, 20);
  expect(jitter.readMean()).toBe(2);
  expect(jitter.readMean()).toBeUndefined();
});

it('measures no jitter while time is paused', () => {
  const jitter = createEventJitter();
  jitter.add(10, 0, 20);
  jitter.add(11, 5_000, undefined);
  jitter.add(12, 9_000, 20);
  expect(jitter.readMean()).toBeUndefined();
});

it('times a REST call from request to response', async () => {
  const client = {
    request: async () => {
      testTime += 12;
    },
  } as unknown as SceneClient;
  expect(await createRestLatencyMeter({ client }, getTestTime).read(1)).toEqual({ rest: 12 });
});

it('counts responses about the scene with their bytes, where the browser exposes them', async () => {
  let onCall: Parameters<Parameters<typeof createSceneDataMeter>[0] & object>[0] = () => {};
  const meter = createSceneDataMeter((listener) => {
    onCall = listener;
    return () => {};
  });
  meter.start();
  const name = 'http://127.0.0.1:7180/api/scene/changes?since=4';
  onCall({ name, duration: 1, transferSize: 1_300, encodedBodySize: 1_000 });
  onCall({ name, duration: 1, transferSize: 3_300, encodedBodySize: 3_000 });
  onCall({ name: 'http://127.0.0.1:7180/api/health', duration: 1, transferSize: 900, encodedBodySize: 700 });
  expect(await meter.read(2)).toEqual({ changes: 1, bytes: 2 });
  onCall({ name, duration: 1, transferSize: 0, encodedBodySize: 0 });
  expect(await meter.read(1)).toEqual({ changes: 1 });
  expect(await meter.read(1)).toEqual({ changes: 0, bytes: 0 });
});
