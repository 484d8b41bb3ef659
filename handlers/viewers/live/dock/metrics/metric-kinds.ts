import { listKeys } from '#spec/list-keys.ts';
import type { ActionName, Route } from '#spec/client/index.ts';

interface MetricKind {
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  readonly description: string;
  /** The action or route that the measurement needs. If absent, the measurement needs only the hub. */
  readonly requirement?: ActionName | Route;
}

const metricDefinitions = {
  tick: {
    ...{ title: 'Tick', unit: 'ms', digits: 1, requirement: 'time.get' },
    description:
      'Time between two ticks of the runtime. A runtime that keeps up needs the length of a tick; one that is overloaded needs more.',
  },
  events: {
    ...{ title: 'Events', unit: 'per second', digits: 0 },
    description:
      'Events that the hub delivers to this page. A coalesced event counts as all the events it stands for.',
  },
  actions: {
    ...{ title: 'Action time, p95', unit: 'ms', digits: 1, requirement: 'time.get' },
    description: 'In the last two minutes, 95 % of the actions that this page called took less than this.',
  },
  hub: {
    ...{ title: 'Hub round trip', unit: 'ms', digits: 1, requirement: 'time.get' },
    description: 'From the call of time.get to its response, through the runtime.',
  },
  steps: {
    ...{ title: 'Steps', unit: '/s', digits: 1, requirement: 'time.get' },
    description: 'Fixed steps of the runtime, from time.get.',
  },
  jitter: {
    ...{ title: 'Event jitter', unit: 'ms', digits: 1, requirement: 'time.get' },
    description:
      'Average difference between the intervals of events and of their steps. It approximates frame time jitter, which the service does not report, and includes the network.',
  },
  rest: {
    ...{ title: 'REST round trip', unit: 'ms', digits: 1, requirement: 'GET /api/health' },
    description: 'From GET /api/health to its response.',
  },
  changes: {
    ...{ title: 'Scene responses', unit: '/s', digits: 0, requirement: 'GET /api/scene/changes' },
    description: 'How often the scene view receives changes.',
  },
  bytes: {
    ...{ title: 'Scene data', unit: 'kB/s', digits: 1, requirement: 'GET /api/scene/changes' },
    description: 'Size of these responses. Browsers do not report it for another origin.',
  },
} as const satisfies Readonly<Record<string, MetricKind>>;

export type MetricId = keyof typeof metricDefinitions;

/** The metrics that are measured each second, in display order. */
export const metricKinds: Readonly<Record<MetricId, MetricKind>> = metricDefinitions;

export const metricIds = listKeys(metricDefinitions);

/** The metrics that are shown first, as large cards. */
export const mainMetricIds: readonly MetricId[] = ['tick', 'events', 'actions', 'hub'];
