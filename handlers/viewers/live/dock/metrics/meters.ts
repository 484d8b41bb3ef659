import type { EventFeed } from '../events/event-feed.ts';
import type { Session } from '../../session/session.ts';
import type { MetricId } from './metric-kinds.ts';

/** The values of metrics in one second. Metrics that could not be measured are absent. */
export type MeterValues = Readonly<Partial<Record<MetricId, number>>>;

/** Measures some of the metrics while the panel is visible. */
export interface Meter {
  /**
   * Starts measuring from zero.
   * @returns a function that stops the measurement
   */
  start(): () => void;
  /**
   * Returns the values measured since the last call.
   * @param seconds the time since the last call, in seconds
   */
  read(seconds: number): Promise<MeterValues>;
}

type GetTime = () => number;

/** Measures how much the intervals between events differ from the duration of the steps that raised them. */
interface EventJitter {
  /**
   * Adds an event. Only the first event of each step counts.
   * @param at the arrival time in milliseconds
   * @param stepMs the duration of a step in milliseconds; `undefined` while time is paused
   */
  add(tick: number, at: number, stepMs: number | undefined): void;
  /**
   * Returns the mean difference since the last call, in milliseconds, or `undefined` if fewer than two steps had
   * events.
   */
  readMean(): number | undefined;
}

export const createEventJitter = (): EventJitter => {
  let previous: { readonly tick: number; readonly at: number } | undefined;
  let sum = 0;
  let count = 0;
  return {
    add(tick, at, stepMs) {
      if (previous?.tick === tick) return;
      if (previous && stepMs !== undefined && tick > previous.tick) {
        sum += Math.abs(at - previous.at - (tick - previous.tick) * stepMs);
        count += 1;
      }
      previous = stepMs === undefined ? undefined : { tick, at };
    },
    readMean() {
      const mean = count === 0 ? undefined : sum / count;
      sum = 0;
      count = 0;
      return mean;
    },
  };
};

interface HubEventMeterOptions {
  readonly feed: Pick<EventFeed, 'listen' | 'isLive'>;
  readonly session: Pick<Session, 'state'>;
  readonly now: GetTime;
  /** Returns the duration of a step in milliseconds, or `undefined` if the duration is unknown. */
  stepMs(): number | undefined;
}

/** Creates a meter that counts the hub's events and measures their jitter. */
export const createHubEventMeter = ({ feed, session, now, stepMs }: HubEventMeterOptions): Meter => {
  let jitter = createEventJitter();
  let count = 0;
  let hasListened = false;
  return {
    start() {
      count = 0;
      hasListened = feed.isLive.peek();
      jitter = createEventJitter();
      return feed.listen(({ tick, coalesced = 1 }) => {
        count += coalesced;
        jitter.add(tick, now(), stepMs());
      });
    },
    async read(seconds) {
      const events = count / seconds;
      const mean = jitter.readMean();
      const wasListening = hasListened;
      hasListened = feed.isLive.peek();
      count = 0;
      if (!wasListening || session.state.value !== 'connected') return {};
      return { events, ...(mean !== undefined && { jitter: mean }) };
    },
  };
};

interface RuntimeClockMeter extends Meter {
  /** Returns the duration of a step in milliseconds, or `undefined` while time is paused and before the first read. */
  stepMs(): number | undefined;
}

/**
 * Creates a meter that reads the runtime's clock through the hub.
 * @param onRead called with the time that each read took, in milliseconds
 */
export const createRuntimeClockMeter = (
  { hub }: Pick<Session, 'hub'>,
  now: GetTime,
  onRead: (durationMs: number) => void = () => {},
): RuntimeClockMeter => {
  let lastReading: { readonly tick: number; readonly at: number } | undefined;
  let stepMs: number | undefined;
  return {
    stepMs: () => stepMs,
    start() {
      lastReading = undefined;
      stepMs = undefined;
      return () => {};
    },
    async read() {
      const previous = lastReading;
      lastReading = undefined;
      if (!hub.value) return {};
      const requestedAt = now();
      const { tick, paused, fixedStep } = (await hub.value.act('time.get')).result;
      const at = now();
      onRead(at - requestedAt);
      lastReading = { tick, at };
      stepMs = paused ? undefined : fixedStep * 1_000;
      const isContinuous = previous && tick >= previous.tick && at > previous.at;
      return {
        hub: at - requestedAt,
        ...(isContinuous && { steps: ((tick - previous.tick) / (at - previous.at)) * 1_000 }),
        ...(isContinuous &&
          tick > previous.tick &&
          !paused && {
            tick: (at - previous.at) / (tick - previous.tick),
          }),
      };
    },
  };
};

/** Creates a meter that measures the duration of a REST call that doesn't involve the runtime. */
export const createRestLatencyMeter = ({ client }: Pick<Session, 'client'>, now: GetTime): Meter => ({
  start: () => () => {},
  async read() {
    const startedAt = now();
    await client.request('GET /api/health');
    return { rest: now() - startedAt };
  },
});

/** A request made by the page, as reported by the browser. */
type PageRequest = Pick<PerformanceResourceTiming, 'name' | 'duration' | 'transferSize' | 'encodedBodySize'>;

/**
 * Calls a function with each completed request.
 * @returns a function that stops the calls
 */
type ObserveRequests = (onCall: (request: PageRequest) => void) => () => void;

const observeRequests: ObserveRequests = (onCall) => {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry instanceof PerformanceResourceTiming) onCall(entry);
  });
  observer.observe({ type: 'resource' });
  return () => observer.disconnect();
};

/** The time for which durations of actions count, in seconds. */
const actionWindowSeconds = 120;
const maxActionDurations = 1_000;

/**
 * Creates a meter of the duration that 95 % of the page's actions stay below. It knows the actions that the page calls
 * over REST, and those whose durations are added.
 */
export const createActionTimeMeter = (
  now: GetTime,
  observe: ObserveRequests = observeRequests,
): Meter & { add(durationMs: number): void } => {
  let durations: { readonly at: number; readonly ms: number }[] = [];
  const add = (ms: number): void => {
    durations = [...durations.slice(1 - maxActionDurations), { at: now(), ms }];
  };
  return {
    add,
    start: () =>
      observe(({ name, duration }) => {
        if (new URL(name).pathname.includes('/api/actions/')) add(duration);
      }),
    async read() {
      const since = now() - actionWindowSeconds * 1_000;
      durations = durations.filter(({ at }) => at >= since);
      const sorted = durations.map(({ ms }) => ms).sort((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1];
      return p95 === undefined ? {} : { actions: p95 };
    },
  };
};

/** Creates a meter that counts the responses and bytes with which the scene view is updated. */
export const createSceneDataMeter = (observe: ObserveRequests = observeRequests): Meter => {
  let count = 0;
  let bytes = 0;
  let isHidden = false;
  const forget = (): void => {
    count = 0;
    bytes = 0;
    isHidden = false;
  };
  return {
    start() {
      forget();
      return observe(({ name, transferSize, encodedBodySize }) => {
        if (!new URL(name).pathname.endsWith('/api/scene/changes')) return;
        count += 1;
        bytes += encodedBodySize;
        // the browser exposes neither size if the service has another origin
        isHidden ||= transferSize === 0 && encodedBodySize === 0;
      });
    },
    async read(seconds) {
      const values = { changes: count / seconds, ...(!isHidden && { bytes: bytes / 1_000 / seconds }) };
      forget();
      return values;
    },
  };
};
