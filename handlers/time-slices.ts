import type { Scheduler } from '#runtime/shared/scheduler.ts';

/** The maximum time that sliced work may take in one event-loop turn, in milliseconds (C-299). */
const sliceMs = 5;

/** The maximum number of units of work per turn, however short they are. */
const maxUnitsPerSlice = 1_000;

/** Shares the event loop between long work and everything else. All sliced work in a service uses the same instance. */
export interface TimeSlices {
  /**
   * Called before each unit of long work.
   * @returns `undefined` if the unit may start immediately, or a promise that resolves in a later event-loop turn.
   * Waiting work resumes in the order of the calls, one unit per turn.
   */
  startNextUnit(): Promise<void> | undefined;
}

export const createTimeSlices = ({
  now,
  atEndOfTurn,
}: Pick<Scheduler, 'now' | 'atEndOfTurn'>): TimeSlices => {
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
    startNextUnit() {
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
