/** Shares event-loop turns between long work and other calls, and batches the final work of the calls in a turn. */
import { encodeInChunks } from '#runtime/shared/text-encoding.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** The maximum time that sliced work may take in one event-loop turn, in milliseconds (C-299). */
const sliceMs = 5;

/** The maximum number of units of work per turn, however short they are. */
const maxUnitsPerSlice = 1_000;

/** Shares the event loop between long work and everything else. All sliced work in a service uses the same instance. */
export const createTimeSlices = ({ now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>) => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let startedAt = 0;
  let units = 0;
  const open = (): void => {
    isOpen = true;
    startedAt = now();
    units = 1;
    atEndOfTurn(end);
  };
  const end = (): void => {
    isOpen = false;
    const resume = waiting.shift();
    if (!resume) return;
    open();
    resume();
  };
  return {
    /**
     * Called before each unit of long work.
     * @returns `undefined` if the unit may start immediately, or a promise that resolves in a later event-loop turn.
     * Waiting work resumes in the order of the calls, one unit per turn.
     */
    startNextUnit(): Promise<void> | undefined {
      if (!isOpen) {
        open();
        return undefined;
      }
      if (units < maxUnitsPerSlice && now() - startedAt < sliceMs) {
        units += 1;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
};

export type TimeSlices = ReturnType<typeof createTimeSlices>;

/** Encodes pieces of text as bytes, spread over several event-loop turns. */
export const encodeInSlices = async (texts: Iterable<string>, slices: TimeSlices): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for (const chunk of encodeInChunks(texts)) {
    chunks.push(chunk);
    const pause = slices.startNextUnit();
    if (pause) await pause;
  }
  return Buffer.concat(chunks);
};

/** Calls that take longer than this many milliseconds don't wait for the end of their turn. */
const slowCallMs = 1;

/**
 * Runs a function together with the final work of other calls.
 * @param startedAt the time at which this call began, on the scheduler's clock
 */
export type RunBatched = (run: () => void, startedAt: number) => void;

/**
 * Creates a function that batches the final work of all calls in an event-loop turn. A single or slow call runs its
 * work immediately, together with any work that is waiting.
 * @param beforeBatch called before each batch
 */
export const createTurnBatcher = (
  { now, atEndOfTurn }: Pick<Scheduler, 'now' | 'atEndOfTurn'>,
  beforeBatch: () => void = () => {},
): RunBatched => {
  let batch: (() => void)[] = [];
  let calls = 0;
  let isBusy = false;
  const flush = (): void => {
    const due = batch;
    batch = [];
    if (due.length > 0) beforeBatch();
    for (const run of due) run();
  };
  const endTurn = (): void => {
    isBusy = calls > 1;
    calls = 0;
    flush();
  };
  return (run, startedAt) => {
    calls += 1;
    if (calls === 1) atEndOfTurn(endTurn);
    batch.push(run);
    const isAlone = calls === 1 && !isBusy;
    if (isAlone || now() - startedAt > slowCallMs) flush();
  };
};
