import { type Signal, signal } from '@preact/signals';
import { nextStamp, type UndoStamps } from '../app/undo-history.ts';
import { coalesceRuns, getOrCreate } from '../session/store-helpers.ts';
import type { SceneClient } from '#spec/client/index.ts';

type Direction = 'undo' | 'redo';

/** This page's steps in the histories of the graphs, which the service keeps. */
export interface GraphHistories {
  /** When the page's latest steps of a graph were made; subscribes to changes. */
  getStamps(graphId: string | undefined): UndoStamps;
  /** Reads the steps that the page made before it was reloaded, unless they have been read. */
  load(graphId: string): Promise<void>;
  /** Does work that may edit a graph, and then reads which steps the graph has. */
  track<T>(graphId: string, work: () => Promise<T>): Promise<T>;
  /** Returns the number of the step that is undone or redone next. */
  getNext(graphId: string, direction: Direction): number | undefined;
  /** Records that the page has undone or redone a step. */
  recordToggle(graphId: string, direction: Direction, step: number): void;
}

/** The stamps of steps by their numbers. */
type StampsByStep = ReadonlyMap<number, number>;

interface PageSteps {
  readonly isLoaded: boolean;
  readonly editStamp: number;
  readonly undo: StampsByStep;
  readonly redo: StampsByStep;
}

interface GraphHistory {
  readonly steps: Signal<PageSteps>;
  /** Reads the steps from the service. If this fails, the next edit tries it again. */
  refresh(): Promise<void>;
}

const noSteps: PageSteps = { isLoaded: false, editStamp: 0, undo: new Map(), redo: new Map() };

const getLatestStamp = (steps: StampsByStep): number => Math.max(0, ...steps.values());

export const createGraphHistories = (client: SceneClient, clientName: string): GraphHistories => {
  const histories = new Map<string, GraphHistory>();
  const get = (graphId: string): GraphHistory =>
    getOrCreate(histories, graphId, () => {
      const steps = signal(noSteps);
      const read = async (): Promise<void> => {
        const listed = await client.request('GET /api/graphs/{graphId}/history', {
          params: { graphId },
          query: { client: clientName },
        });
        steps.value = mergeSteps(steps.peek(), listed);
      };
      return { steps, refresh: coalesceRuns(() => read().catch(() => {})) };
    });
  const load = async (graphId: string): Promise<void> => {
    const { steps, refresh } = get(graphId);
    if (!steps.peek().isLoaded) await refresh();
  };

  return {
    getStamps(graphId) {
      const { editStamp, undo, redo } = graphId === undefined ? noSteps : get(graphId).steps.value;
      return { edit: editStamp, undo: getLatestStamp(undo), redo: getLatestStamp(redo) };
    },
    load,
    async track(graphId, work) {
      await load(graphId);
      try {
        return await work();
      } finally {
        await get(graphId).refresh();
      }
    },
    getNext(graphId, direction) {
      const steps = get(graphId).steps.peek()[direction];
      const latest = getLatestStamp(steps);
      return [...steps].find(([, stamp]) => stamp === latest)?.[0];
    },
    recordToggle(graphId, direction, step) {
      const { steps } = get(graphId);
      const { undo, redo, ...rest } = steps.peek();
      const without = (stamps: StampsByStep) => [...stamps].filter(([number]) => number !== step);
      const moved = [step, nextStamp()] as const;
      steps.value = {
        ...rest,
        undo: new Map([...without(undo), ...(direction === 'redo' ? [moved] : [])]),
        redo: new Map([...without(redo), ...(direction === 'undo' ? [moved] : [])]),
      };
    },
  };
};

interface ListedStep {
  readonly step: number;
  readonly isUndone: boolean;
  readonly isTooLarge?: boolean | undefined;
}

/** Adds the steps that are new in a list, the newest of which is first, and drops those that are no longer there. */
const mergeSteps = (
  { isLoaded, editStamp, undo, redo }: PageSteps,
  listed: readonly ListedStep[],
): PageSteps => {
  const made = listed.filter(({ isUndone, isTooLarge }) => !isUndone && !isTooLarge).toReversed();
  // what the page did before it was reloaded is older than everything that it has done since
  const createStamp = (at: number): number => (isLoaded ? nextStamp() : (at + 1) / (made.length + 1));
  const stamps = new Map(made.map(({ step }, at) => [step, undo.get(step) ?? createStamp(at)]));
  const hasNewStep = isLoaded && made.some(({ step }) => !undo.has(step));
  const undone = new Set(listed.filter(({ isUndone }) => isUndone).map(({ step }) => step));
  return {
    isLoaded: true,
    editStamp: hasNewStep ? getLatestStamp(stamps) : editStamp,
    undo: stamps,
    redo: new Map([...redo].filter(([step]) => undone.has(step))),
  };
};
