/** Frames between two tellings of the lines that were left out, so that a flood of them does not become one itself. */
const framesBetween = 60;

/** The console lines of one graph. */
export interface Lines {
  /** @returns whether lines were left out that may be told of now. */
  beginTick(): boolean;
  /** Counts a line. @returns whether it may be written. */
  admits(nodeId: string, most: number): boolean;
  /** Lines left out and not told of; the node is the first that lost one. */
  takeLeft(): { readonly count: number; readonly nodeId: string } | undefined;
  /** All of it as plain data. */
  state(): unknown;
}

export const createLines = (): Lines => {
  let written = 0;
  let left = 0;
  let by = '';
  /** Frames until the next telling. */
  let silence = 0;
  return {
    beginTick() {
      written = 0;
      if (silence > 0) silence -= 1;
      return left > 0 && silence === 0;
    },
    admits(nodeId, most) {
      written += 1;
      if (written <= most) return true;
      if (left === 0) by = nodeId;
      left += 1;
      return false;
    },
    takeLeft() {
      if (left === 0) return undefined;
      const taken = { count: left, nodeId: by };
      left = 0;
      silence = framesBetween;
      return taken;
    },
    state: () => ({ written, left, by, silence }),
  };
};
