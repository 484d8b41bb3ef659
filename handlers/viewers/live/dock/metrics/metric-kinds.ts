import type { ActionName, Route } from '#spec/client/index.ts';

interface MetricKind {
  readonly title: string;
  readonly unit: string;
  /** Digits behind the point. */
  readonly digits: number;
  /** What is measured, and by what. */
  readonly description: string;
  /** That without which it cannot be measured; the hub alone when absent. */
  readonly requirement?: ActionName | Route;
}

const metricDefinitions = {
  events: {
    ...{ title: 'Events', unit: '/s', digits: 0 },
    description: 'What the hub brings to this page. An event that stands for several counts as that many.',
  },
  steps: {
    ...{ title: 'Steps', unit: '/s', digits: 1, requirement: 'time.get' },
    description: 'Fixed steps of the runtime, by time.get.',
  },
  unevenness: {
    ...{ title: 'Unevenness', unit: 'ms', digits: 1, requirement: 'time.get' },
    description:
      'How far events come apart from when their steps say, on average. It stands for frame times, which the service does not tell, and has the network in it.',
  },
  hub: {
    ...{ title: 'Hub round trip', unit: 'ms', digits: 1, requirement: 'time.get' },
    description: 'From the call of time.get to its answer, through the runtime.',
  },
  rest: {
    ...{ title: 'REST round trip', unit: 'ms', digits: 1, requirement: 'GET /api/health' },
    description: 'From GET /api/health to its answer.',
  },
  changes: {
    ...{ title: 'Scene answers', unit: '/s', digits: 0, requirement: 'GET /api/scene/changes' },
    description: 'How often the picture of the scene is told what has changed.',
  },
  bytes: {
    ...{ title: 'Scene data', unit: 'kB/s', digits: 1, requirement: 'GET /api/scene/changes' },
    description: 'What these answers hold. Of another origin browsers do not tell.',
  },
} as const satisfies Readonly<Record<string, MetricKind>>;

export type MetricId = keyof typeof metricDefinitions;

/** What is measured each second, in the order in which it is shown. */
export const metricKinds: Readonly<Record<MetricId, MetricKind>> = metricDefinitions;

export const metricIds = Object.keys(metricDefinitions) as MetricId[];
