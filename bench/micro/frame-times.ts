import { percentile } from '../harness/statistics.ts';

export interface FrameLoopOptions {
  readonly perSecond: number;
  readonly frames: number;
}

export interface FrameTimes {
  readonly frames: number;
  readonly perSecond: number;
  /** Distance of a frame from its place on an even grid, from the earliest frame on. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** CPU time of the whole process for each frame. */
  readonly cpuMs: number;
}

/**
 * Reduces the moments at which frames began.
 * @param times ascending, in milliseconds; at least two.
 * @param cpuMs CPU time used from the first of them to the last.
 */
export const summarizeFrames = (times: readonly number[], perSecond: number, cpuMs: number): FrameTimes => {
  const period = 1000 / perSecond;
  // biome-ignore lint/style/noNonNullAssertion: there are two at least
  const [first, last] = [times[0]!, times[times.length - 1]!];
  const offsets = times.map((time, index) => time - first - index * period);
  const earliest = Math.min(...offsets);
  const lateness = offsets.map((offset) => offset - earliest);
  const span = last - first;
  return {
    frames: times.length,
    perSecond: ((times.length - 1) / span) * 1000,
    p50Ms: percentile(lateness, 0.5),
    p99Ms: percentile(lateness, 0.99),
    worstMs: Math.max(...lateness),
    cpuMs: cpuMs / (times.length - 1),
  };
};

/**
 * Watches a loop for a number of frames.
 * @param start begins the loop, calls back on every frame, and answers how to end it.
 */
export const watchFrames = (
  order: FrameLoopOptions,
  start: (onFrame: () => void) => () => void,
): Promise<FrameTimes> =>
  new Promise((resolve) => {
    const times: number[] = [];
    let cpu = process.cpuUsage();
    const stop = start(() => {
      times.push(performance.now());
      // what it took to begin is not part of a frame
      if (times.length === 1) cpu = process.cpuUsage();
      if (times.length !== order.frames) return;
      const used = process.cpuUsage(cpu);
      stop();
      resolve(summarizeFrames(times, order.perSecond, (used.user + used.system) / 1000));
    });
  });
