/** Number of frames between two reports of dropped lines, so that the reports themselves do not flood the console. */
const reportIntervalFrames = 60;

/**
 * The rate limit state of one graph's console lines. The state is plain data, because every tick checks it for every
 * running graph.
 */
export interface LogRateState {
  written: number;
  /** Number of lines that were dropped and not reported yet. */
  left: number;
  /** The first node whose line was dropped. */
  by: string;
  /** Number of frames until the next report. */
  silence: number;
}

export const createLogRateState = (): LogRateState => ({ written: 0, left: 0, by: '', silence: 0 });

/**
 * Starts a new tick.
 * @returns whether there are dropped lines to report now
 */
export const beginLogTick = (lines: LogRateState): boolean => {
  lines.written = 0;
  if (lines.silence > 0) lines.silence -= 1;
  return lines.left > 0 && lines.silence === 0;
};

/** Returns whether no dropped lines have to be reported, neither now nor later. */
export const isLogQuiet = ({ written, left, silence }: LogRateState): boolean =>
  written === 0 && left === 0 && silence === 0;

/**
 * Counts a line.
 * @returns whether the line may be written
 */
export const admitLine = (lines: LogRateState, nodeId: string, limit: number): boolean => {
  lines.written += 1;
  if (lines.written <= limit) return true;
  if (lines.left === 0) lines.by = nodeId;
  lines.left += 1;
  return false;
};

/** Returns the number of dropped lines that were not reported yet, and the first node whose line was dropped. */
export const takeDroppedLines = (
  lines: LogRateState,
): { readonly count: number; readonly nodeId: string } | undefined => {
  if (lines.left === 0) return undefined;
  const dropped = { count: lines.left, nodeId: lines.by };
  lines.left = 0;
  lines.silence = reportIntervalFrames;
  return dropped;
};
