import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { endSubscription } from '../../session/store-helpers.ts';
import type { HubMessages } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

export type EventEnvelope = HubMessages['ReceiveEvent']['args']['event'];

/** The events of one graph, or of everything outside graphs, in each of the last seconds. */
interface GraphEventRate {
  /** Events per second, keyed by family. */
  readonly byFamily: ReadonlyMap<string, number>;
  /** The totals of the last seconds, oldest first. */
  readonly history: readonly number[];
  /** Simulated seconds since the run began, or `undefined` if the page has not seen the beginning. */
  readonly runSeconds: number | undefined;
}

/** How many events happened in the last second. */
export interface EventRates {
  /** Events per second, keyed by family. A family that has been seen once stays. */
  readonly byFamily: ReadonlyMap<string, number>;
  /** Keyed by graph id, or by `outsideGraphs`. */
  readonly byGraph: ReadonlyMap<string, GraphEventRate>;
  /** The totals of the last seconds, oldest first. */
  readonly history: readonly number[];
}

/** The service's events, from one subscription for all parts of the page. Nothing is stored except for counters. */
export interface EventFeed {
  /** Whether the subscription is active. */
  readonly isLive: ReadonlySignal<boolean>;
  /** The counters, which change at most once per second. */
  readonly rates: ReadonlySignal<EventRates>;
  /**
   * Calls a function with each event.
   * @returns a function that stops the calls
   */
  listen(listener: (event: EventEnvelope) => void): () => void;
}

interface EventFeedOptions {
  readonly session: Pick<Session, 'hub'>;
  readonly notices: Pick<Notices, 'showError'>;
  /** Calls a function every second. */
  everySecond(work: () => void): void;
}

/** The key of events that belong to no graph. */
export const outsideGraphs = '';

/** The families whose events the graph shows itself: nodes glow, and ports have values. */
export const graphFamilies: readonly string[] = ['node', 'ports'];

/** The family of an event kind, which is its name up to the first dot. */
export const getEventFamily = (type: string): string => {
  const end = type.indexOf('.');
  return end < 0 ? type : type.slice(0, end);
};

const historySeconds = 40;

/** Counts the events of a second. */
interface GraphCounter {
  byFamily: Map<string, number>;
  history: readonly number[];
  startedAt: number | undefined;
  latestAt: number;
}

const sum = (counts: ReadonlyMap<string, number>): number => {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
};

const addToHistory = (history: readonly number[], total: number): readonly number[] => [
  ...history.slice(1 - historySeconds),
  total,
];

export const createEventFeed = ({ session, notices, everySecond }: EventFeedOptions): EventFeed => {
  const isLive = signal(false);
  const rates = signal<EventRates>({ byFamily: new Map(), byGraph: new Map(), history: [] });
  const listeners = new Set<(event: EventEnvelope) => void>();
  const counters = new Map<string, GraphCounter>();
  let isIdle = true;

  const count = ({ type, graphId = outsideGraphs, time, coalesced = 1 }: EventEnvelope): void => {
    let counter = counters.get(graphId);
    if (!counter) {
      counter = { byFamily: new Map(), history: [], startedAt: undefined, latestAt: 0 };
      counters.set(graphId, counter);
    }
    const family = getEventFamily(type);
    counter.byFamily.set(family, (counter.byFamily.get(family) ?? 0) + coalesced);
    counter.latestAt = Math.max(counter.latestAt, time);
    if (type === 'graph.running') {
      counter.startedAt = time;
      counter.latestAt = time;
    } else if (type === 'graph.stopped') counter.startedAt = undefined;
    isIdle = false;
  };

  const publish = (): void => {
    const isStill = isIdle && rates.peek().history.every((total) => total === 0);
    isIdle = true;
    if (isStill) return;
    const byFamily = new Map([...rates.peek().byFamily.keys()].map((family) => [family, 0]));
    const byGraph = new Map<string, GraphEventRate>();
    for (const [graphId, counter] of counters) {
      for (const [family, events] of counter.byFamily)
        byFamily.set(family, (byFamily.get(family) ?? 0) + events);
      counter.history = addToHistory(counter.history, sum(counter.byFamily));
      const { startedAt, latestAt, history } = counter;
      const runSeconds = startedAt === undefined ? undefined : latestAt - startedAt;
      if (startedAt === undefined && history.every((total) => total === 0)) counters.delete(graphId);
      else byGraph.set(graphId, { byFamily: counter.byFamily, history, runSeconds });
      counter.byFamily = new Map();
    }
    rates.value = { byFamily, byGraph, history: addToHistory(rates.peek().history, sum(byFamily)) };
  };
  everySecond(publish);

  effect(() => {
    isLive.value = false;
    const following = session.hub.value?.subscribe(['*'], (event: EventEnvelope) => {
      count(event);
      for (const listener of listeners) listener(event);
    });
    following?.then(() => {
      isLive.value = true;
    }, notices.showError);
    return () => endSubscription(following);
  });

  return {
    isLive,
    rates,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
