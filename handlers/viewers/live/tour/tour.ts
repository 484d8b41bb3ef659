import { signal } from '@preact/signals';
import { ownCube } from './own-cube.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Notices } from '../app/notices.ts';
import type { Graphs } from '../graphs/graphs.ts';
import type { Session } from '../session/session.ts';

/** What the visitor is shown next: the page, a graph of their own, that graph at work; undefined when it is over. */
export type TourStep = 'look' | 'build' | 'run';

/** Three steps for whoever is here for the first time. */
export interface Tour {
  readonly step: ReadonlySignal<TourStep | undefined>;
  /** Whether something is under way. */
  readonly isBusy: ReadonlySignal<boolean>;
  begin(): void;
  /** Goes on from the page to a graph of the visitor's own. */
  goOn(): void;
  /** Builds that graph, and opens it. */
  build(): Promise<void>;
  /** Runs it, with which the tour is over. */
  run(): Promise<void>;
  end(): void;
}

const seenKey = 'scene-runtime tour';

export const createTour = (
  { client }: Pick<Session, 'client'>,
  graphs: Pick<Graphs, 'list' | 'openId' | 'refresh' | 'run'>,
  notices: Notices,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): Tour => {
  const step = signal<TourStep | undefined>(storage.getItem(seenKey) === null ? 'look' : undefined);
  const isBusy = signal(false);
  let graphId: string | undefined;

  const busily = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    await notices.attempt(work);
    isBusy.value = false;
  };
  const end = (): void => {
    storage.setItem(seenKey, 'seen');
    step.value = undefined;
  };

  return {
    step,
    isBusy,
    begin() {
      step.value = 'look';
    },
    goOn() {
      step.value = 'build';
    },
    build: () =>
      busily(async () => {
        const { id } = await client.request('POST /api/graphs', { body: {} });
        const body = ownCube(`my-cube-${id.slice(0, 4)}`);
        await client.request('POST /api/graphs/{graphId}/build', { params: { graphId: id }, body });
        await graphs.refresh();
        graphs.openId.value = id;
        graphId = id;
        step.value = 'run';
      }),
    run: () =>
      busily(async () => {
        if (graphId !== undefined) await graphs.run(graphId);
        end();
      }),
    end,
  };
};
