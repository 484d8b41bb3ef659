import { getItemAt } from '../harness/get-item-at.ts';
import { percentile } from '../harness/statistics.ts';

export interface FrameLoopOptions {
  readonly perSecond: number;
  readonly frames: number;
}

export interface FrameTimes {
  readonly frames: number;
  readonly perSecond: number;
  /** Median delay of the frames relative to an evenly spaced grid through the earliest frame. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly worstMs: number;
  /** CPU time of the whole process per frame, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Summarizes the times at which frames began.
 * @param times the start times of at least two frames, ascending, in milliseconds
 * @param cpuMs the CPU time used from the first to the last frame, in milliseconds
 */
export const summarizeFrames = (times: readonly number[], perSecond: number, cpuMs: number): FrameTimes => {
  const period = 1000 / perSecond;
  const [first, last] = [getItemAt(times, 0), getItemAt(times, -1)];
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
 * Observes a frame loop for a number of frames.
 * @param start a function that starts the loop with a callback for every frame, and returns a function that stops the
 * loop
 */
export const watchFrames = (
  options: FrameLoopOptions,
  start: (onFrame: () => void) => () => void,
): Promise<FrameTimes> =>
  new Promise((resolve) => {
    const times: number[] = [];
    let cpu = process.cpuUsage();
    const stop = start(() => {
      times.push(performance.now());
      // CPU time is measured from the first frame, because the cost of starting the loop is not part of a frame.
      if (times.length === 1) cpu = process.cpuUsage();
      if (times.length !== options.frames) return;
      const cpuUsage = process.cpuUsage(cpu);
      stop();
      resolve(summarizeFrames(times, options.perSecond, (cpuUsage.user + cpuUsage.system) / 1000));
    });
  });
