import type { ActionName, Route } from '#spec/client/index.ts';

interface FigureKind {
  readonly title: string;
  readonly unit: string;
  /** Digits behind the point. */
  readonly digits: number;
  /** What is measured, and by what. */
  readonly about: string;
  /** That without which it cannot be measured; the hub alone when absent. */
  readonly needs?: ActionName | Route;
}

const kinds = {
  events: {
    ...{ title: 'Events', unit: '/s', digits: 0 },
    about: 'What the hub brings to this page. An event that stands for several counts as that many.',
  },
  steps: {
    ...{ title: 'Steps', unit: '/s', digits: 1, needs: 'time.get' },
    about: 'Fixed steps of the runtime, by time.get.',
  },
  unevenness: {
    ...{ title: 'Unevenness', unit: 'ms', digits: 1, needs: 'time.get' },
    about:
      'How far events come apart from when their steps say, on average. It stands for frame times, which the service does not tell, and has the network in it.',
  },
  hub: {
    ...{ title: 'Hub round trip', unit: 'ms', digits: 1, needs: 'time.get' },
    about: 'From the call of time.get to its answer, through the runtime.',
  },
  rest: {
    ...{ title: 'REST round trip', unit: 'ms', digits: 1, needs: 'GET /api/health' },
    about: 'From GET /api/health to its answer.',
  },
  changes: {
    ...{ title: 'Scene answers', unit: '/s', digits: 0, needs: 'GET /api/scene/changes' },
    about: 'How often the picture of the scene is told what has changed.',
  },
  bytes: {
    ...{ title: 'Scene data', unit: 'kB/s', digits: 1, needs: 'GET /api/scene/changes' },
    about: 'What these answers hold. Of another origin browsers do not tell.',
  },
} as const satisfies Readonly<Record<string, FigureKind>>;

export type FigureId = keyof typeof kinds;

/** What is measured each second, in the order in which it is shown. */
export const figureKinds: Readonly<Record<FigureId, FigureKind>> = kinds;

export const figureIds = Object.keys(kinds) as FigureId[];
