import { type ReadonlySignal, signal } from '@preact/signals';
import type { Notices } from '../app/notice-store.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import type { Session } from '../session/session.ts';

/** A step of the tour: looking at the page, building a graph, or running the graph. */
export type TourStep = 'look' | 'build' | 'run';

/** The tour for a first visit, which has three steps. */
export interface FirstVisitTour {
  readonly step: ReadonlySignal<TourStep | undefined>;
  readonly isBusy: ReadonlySignal<boolean>;
  start(): void;
  /** Continues with the step that builds a graph. */
  next(): void;
  /** Builds the tour's graph and opens it. */
  build(): Promise<void>;
  /** Runs the tour's graph and ends the tour. */
  run(): Promise<void>;
  skip(): void;
}

const tourSeenKey = 'scene-runtime tour';

export const createFirstVisitTour = (
  { client }: Pick<Session, 'client'>,
  graphs: Pick<GraphList, 'list' | 'openId' | 'refresh' | 'run'>,
  notices: Notices,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): FirstVisitTour => {
  const step = signal<TourStep | undefined>(storage.getItem(tourSeenKey) === null ? 'look' : undefined);
  const isBusy = signal(false);
  let graphId: string | undefined;

  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    await notices.runAndReport(work);
    isBusy.value = false;
  };
  const end = (): void => {
    storage.setItem(tourSeenKey, 'seen');
    step.value = undefined;
  };

  return {
    step,
    isBusy,
    start() {
      step.value = 'look';
    },
    next() {
      step.value = 'build';
    },
    build: () =>
      whileBusy(async () => {
        const { id } = await client.request('POST /api/graphs', { body: {} });
        const body = createTourCubeGraph(`my-cube-${id.slice(0, 4)}`);
        await client.request('POST /api/graphs/{graphId}/build', { params: { graphId: id }, body });
        await graphs.refresh();
        graphs.openId.value = id;
        graphId = id;
        step.value = 'run';
      }),
    run: () =>
      whileBusy(async () => {
        if (graphId !== undefined) await graphs.run(graphId);
        end();
      }),
    skip: end,
  };
};

/** Creates the tour's graph: a bouncing cube that is removed when the graph stops. */
const createTourCubeGraph = (tag: string) => ({
  nodes: [
    { tempId: 'start', category: 'Start', locationX: 0, locationY: 80, ports: {} },
    {
      ...{ tempId: 'appear', category: 'RunAction', locationX: 220, locationY: 0 },
      ports: { Action: 'scene.spawn', type: 'Primitives/Cube', tag, position: { x: -2, y: 0.5, z: 2 } },
    },
    {
      ...{ tempId: 'bounce', category: 'RunAction', locationX: 520, locationY: 0 },
      ports: {
        ...{ Action: 'tween.position', object: tag, position: { x: -2, y: 3, z: 2 } },
        ...{ time: 0.6, ease: 'easeOutQuad', loops: -1, yoyo: true },
      },
    },
    { tempId: 'stop', category: 'OnStop', locationX: 220, locationY: 420, ports: {} },
    {
      ...{ tempId: 'leave', category: 'RunAction', locationX: 520, locationY: 420 },
      ports: { Action: 'scene.objects.destroy', object: tag },
    },
  ],
  connections: [
    { from: 'start/Out', to: 'appear/In' },
    { from: 'appear/Out', to: 'bounce/In' },
    { from: 'stop/Out', to: 'leave/In' },
  ],
});
