import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import {
  createEventJitter,
  createHubEventMeter,
  createRestLatencyMeter,
  createRuntimeClockMeter,
  createSceneDataMeter,
} from './meters.ts';
import type { SceneClient, SceneHub } from '#spec/client/index.ts';
import type { SessionState } from '../../session/session.ts';

let testTime = 0;
const getTestTime = (): number => testTime;
beforeEach(() => {
  testTime = 0;
});

/**
 * Creates a hub for tests. The hub answers after 8 ms with a tick that the test sets, and delivers events that the test
 * raises.
 */
const createHub = () => {
  const clock = { tick: 0, paused: false, fixedStep: 0.02 };
  let listener: ((event: { tick: number; coalesced?: number }) => void) | undefined;
  const hub = {
    act: async () => {
      testTime += 8;
      return { result: { ...clock } };
    },
    subscribe: async (_: readonly string[], listen: typeof listener) => {
      listener = listen;
      return {
        unmatched: [],
        async end() {
          listener = undefined;
        },
      };
    },
  };
  return {
    clock,
    hub: signal(hub as unknown as SceneHub),
    emit: (tick: number, coalesced?: number) =>
      listener?.({ tick, ...(coalesced !== undefined && { coalesced }) }),
    isListening: () => listener !== undefined,
  };
};

const waitForMeters = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('counts steps per second between two reads of the clock, and invents none', async () => {
  const { clock, hub } = createHub();
  const meter = createRuntimeClockMeter({ hub }, getTestTime);
  meter.start();
  expect(await meter.read(1)).toEqual({ hub: 8 });
  expect(meter.stepMs()).toBe(20);
  testTime += 992;
  clock.tick = 49;
  expect(await meter.read(1)).toEqual({ hub: 8, steps: 49 });
  // the runtime was replaced by another one, which starts at tick 0
  clock.tick = 3;
  expect(await meter.read(1)).toEqual({ hub: 8 });
  clock.paused = true;
  await meter.read(1);
  expect(meter.stepMs()).toBeUndefined();
});

it('counts coalesced events with their number, while connected and started', async () => {
  const { hub, emit, isListening } = createHub();
  const state = signal<SessionState>('connected');
  const notices = { showError() {} };
  const meter = createHubEventMeter({ session: { hub, state }, notices, now: getTestTime, stepMs: () => 20 });
  const end = meter.start();
  await waitForMeters();
  emit(1);
  emit(1, 5);
  expect(await meter.read(2)).toEqual({ events: 3 });
  state.value = 'reconnecting';
  expect(await meter.read(1)).toEqual({});
  end();
  await waitForMeters();
  expect(isListening()).toBe(false);
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
  onCall({ name, transferSize: 1_300, encodedBodySize: 1_000 });
  onCall({ name, transferSize: 3_300, encodedBodySize: 3_000 });
  onCall({ name: 'http://127.0.0.1:7180/api/health', transferSize: 900, encodedBodySize: 700 });
  expect(await meter.read(2)).toEqual({ changes: 1, bytes: 2 });
  onCall({ name, transferSize: 0, encodedBodySize: 0 });
  expect(await meter.read(1)).toEqual({ changes: 1 });
  expect(await meter.read(1)).toEqual({ changes: 0, bytes: 0 });
});
