import type { TimeSlicing } from './time-slicing.ts';
import type { ConsoleLine } from '../link/console-writer.ts';

/** Describes an overload. Times are in milliseconds per frame. */
export interface Overload {
  readonly frameMs: number;
  readonly shareMs: number;
  /** The graph that takes most of the frame time. */
  readonly graphId?: string;
  readonly name?: string;
  readonly graphMs?: number;
}

interface OverloadMonitorOptions {
  /** Time budget of a frame in milliseconds. */
  readonly budgetMs: number;
  /** Returns the real time in milliseconds. */
  readonly now: () => number;
  /** Used to measure the time that each graph takes while frames exceed the budget. */
  readonly timeSlicing: TimeSlicing;
  /** Called once per overload. Called again only after frames have stayed within the budget for a second. */
  readonly onOverload: (overload: Overload) => void;
}

/** Period in milliseconds over which frame times are averaged, so that a single long frame is not reported. */
const windowMs = 1_000;

interface GraphCost {
  readonly name: string;
  ms: number;
}

/**
 * Creates a monitor that evaluates the frames of each second. Graphs are measured only while frames exceed the budget.
 */
export const createOverloadMonitor = ({ budgetMs, now, timeSlicing, onOverload }: OverloadMonitorOptions) => {
  let windowStart = now();
  let frames = 0;
  let total = 0;
  let sliceStart = 0;
  /** Number of frames in which the time of each graph was measured. */
  let measured = 0;
  let measuredMs = 0;
  let frameMs = 0;
  let costs = new Map<string, GraphCost>();
  let current: GraphCost | undefined;
  let enteredAt = 0;
  let isReported = false;

  const addGraphTime = (time: number): void => {
    if (current) current.ms += time - enteredAt;
    enteredAt = time;
  };

  const onGraphEnter: NonNullable<TimeSlicing['onGraphEnter']> = (graph) => {
    addGraphTime(now());
    current = graph && costs.get(graph.graphId);
    if (!graph || current) return;
    current = { name: graph.name, ms: 0 };
    costs.set(graph.graphId, current);
  };

  const findCostliestGraph = () => {
    const [first] = [...costs].sort(([, a], [, b]) => b.ms - a.ms);
    return first && { graphId: first[0], name: first[1].name, graphMs: first[1].ms / measured };
  };

  const closeWindow = (time: number): void => {
    const isSlow = total > frames * budgetMs;
    // The measured frames are checked separately, because a single long frame can raise the average above the budget
    // even if the frames measured after it are short.
    const isMeasuredSlow = measuredMs > measured * budgetMs;
    if (isSlow && isMeasuredSlow && !isReported) {
      onOverload({ frameMs: measuredMs / measured, shareMs: budgetMs, ...findCostliestGraph() });
      isReported = true;
    }
    if (!isSlow) isReported = false;
    windowStart = time;
    frames = 0;
    total = 0;
    measured = 0;
    measuredMs = 0;
    costs = new Map();
    current = undefined;
    timeSlicing.onGraphEnter = isSlow && !isReported ? onGraphEnter : undefined;
  };

  return {
    beginSlice() {
      sliceStart = now();
      enteredAt = sliceStart;
    },
    endSlice() {
      const time = now();
      addGraphTime(time);
      frameMs += time - sliceStart;
    },
    endFrame() {
      frames += 1;
      total += frameMs;
      if (timeSlicing.onGraphEnter) {
        measured += 1;
        measuredMs += frameMs;
      }
      frameMs = 0;
      const time = now();
      if (time - windowStart >= windowMs) closeWindow(time);
      else if (!isReported && total > frames * budgetMs) timeSlicing.onGraphEnter ??= onGraphEnter;
    },
  };
};

/** Detects frames that take too long. */
export type OverloadMonitor = ReturnType<typeof createOverloadMonitor>;

export const createOverloadWarning = ({
  frameMs,
  shareMs,
  graphId,
  name,
  graphMs,
}: Overload): ConsoleLine => {
  const graphPart =
    graphMs === undefined ? '' : `; the graph '${name}' takes the most, ${graphMs.toFixed(1)} ms`;
  return {
    severity: 'warning',
    message: `Frames take ${frameMs.toFixed(1)} ms, which exceeds their budget of ${shareMs.toFixed(1)} ms${graphPart}.`,
    ...(graphId !== undefined && { graphId }),
  };
};
