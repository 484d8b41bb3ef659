/** Frames between two tellings of the lines that were left out, so that a flood of them does not become one itself. */
const reportIntervalFrames = 60;

/** The console lines of one graph: plain data, because a tick looks at those of every running graph. */
export interface LogRateState {
  written: number;
  /** Left out and not told of. */
  left: number;
  /** The node that was the first to lose one. */
  by: string;
  /** Frames until the next telling. */
  silence: number;
}

export const createLogRateState = (): LogRateState => ({ written: 0, left: 0, by: '', silence: 0 });

/** @returns whether lines were left out that may be told of now. */
export const beginLogTick = (lines: LogRateState): boolean => {
  lines.written = 0;
  if (lines.silence > 0) lines.silence -= 1;
  return lines.left > 0 && lines.silence === 0;
};

/** Whether they have nothing to tell, now or later. */
export const isLogQuiet = ({ written, left, silence }: LogRateState): boolean =>
  written === 0 && left === 0 && silence === 0;

/** Counts a line. @returns whether it may be written. */
export const admitLine = (lines: LogRateState, nodeId: string, most: number): boolean => {
  lines.written += 1;
  if (lines.written <= most) return true;
  if (lines.left === 0) lines.by = nodeId;
  lines.left += 1;
  return false;
};

/** Lines left out and not told of, with the first node that lost one. */
export const takeDroppedLines = (
  lines: LogRateState,
): { readonly count: number; readonly nodeId: string } | undefined => {
  if (lines.left === 0) return undefined;
  const taken = { count: lines.left, nodeId: lines.by };
  lines.left = 0;
  lines.silence = reportIntervalFrames;
  return taken;
};
