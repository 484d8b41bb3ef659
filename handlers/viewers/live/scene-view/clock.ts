/** Time as it is passed in, so that tests can step it. */
export interface Clock {
  /** In milliseconds. */
  now(): number;
  /** Does something later. @returns what calls it off */
  setTimer(ms: number, work: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  setTimer: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
