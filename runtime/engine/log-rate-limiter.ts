/** Frames between two reports of dropped lines, so that the reports don't become a flood. */
const reportIntervalFrames = 60;

/** The console lines of one graph. Plain data, because every tick checks it for every running graph. */
export interface LogRateState {
  written: number;
  /** Dropped and not reported yet. */
  left: number;
  /** The first node that lost a line. */
  by: string;
  /** Frames until the next report. */
  silence: number;
}

export const createLogRateState = (): LogRateState => ({ written: 0, left: 0, by: '', silence: 0 });

/** @returns whether there are dropped lines to report now. */
export const beginLogTick = (lines: LogRateState): boolean => {
  lines.written = 0;
  if (lines.silence > 0) lines.silence -= 1;
  return lines.left > 0 && lines.silence === 0;
};

/** Whether there is nothing to report, now or later. */
export const isLogQuiet = ({ written, left, silence }: LogRateState): boolean =>
  written === 0 && left === 0 && silence === 0;

/** Counts a line. @returns whether it may be written. */
export const admitLine = (lines: LogRateState, nodeId: string, limit: number): boolean => {
  lines.written += 1;
  if (lines.written <= limit) return true;
  if (lines.left === 0) lines.by = nodeId;
  lines.left += 1;
  return false;
};

/** Returns the dropped lines that were not reported yet, with the first node that lost one. */
export const takeDroppedLines = (
  lines: LogRateState,
): { readonly count: number; readonly nodeId: string } | undefined => {
  if (lines.left === 0) return undefined;
  const dropped = { count: lines.left, nodeId: lines.by };
  lines.left = 0;
  lines.silence = reportIntervalFrames;
  return dropped;
};
