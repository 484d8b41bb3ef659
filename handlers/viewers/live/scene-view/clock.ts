/** The time source, which tests replace. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Runs some work later. @returns a function that cancels it */
  setTimer(ms: number, work: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  setTimer: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
