/** The source of time. Tests replace it. */
export interface Clock {
  now(): number;
  /**
   * Calls a function after a delay in milliseconds.
   * @returns a function that cancels the call
   */
  setTimer(ms: number, work: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => performance.now(),
  setTimer: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
