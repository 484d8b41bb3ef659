import type { TimeSlicing } from '../engine/time-slicing.ts';

/** The cost of frames that exceed their budget, in milliseconds per frame. */
export interface Overload {
  readonly frameMs: number;
  readonly shareMs: number;
  /** The most expensive graph. */
  readonly graphId?: string;
  readonly name?: string;
  readonly graphMs?: number;
}

/** Monitors the duration of frames. */
export interface OverloadMonitor {
  beginSlice(): void;
  endSlice(): void;
  endFrame(): void;
}

interface OverloadMonitorOptions {
  /** Milliseconds that a frame may take. */
  readonly budgetMs: number;
  /** Real time in milliseconds. */
  readonly now: () => number;
  /** Reports which graph runs, while frames take too long. */
  readonly timeSlicing: TimeSlicing;
  /** Called once, until frames are within the budget again for a second. */
  readonly onOverload: (overload: Overload) => void;
}

/** Milliseconds over which frames are averaged, so that a single long one is no overload. */
const windowMs = 1_000;

interface GraphCost {
  readonly name: string;
  ms: number;
}

/** Evaluates frames a second at a time. Graphs are only measured while frames exceed the budget. */
export const createOverloadMonitor = ({
  budgetMs,
  now,
  timeSlicing,
  onOverload,
}: OverloadMonitorOptions): OverloadMonitor => {
  let windowBegan = now();
  let frames = 0;
  let total = 0;
  let partBegan = 0;
  /** Frames in which graphs were measured. */
  let measured = 0;
  let measuredMs = 0;
  let frameMs = 0;
  let costs = new Map<string, GraphCost>();
  let current: GraphCost | undefined;
  let entered = 0;
  let isTold = false;

  const account = (moment: number): void => {
    if (current) current.ms += moment - entered;
    entered = moment;
  };

  const enter: NonNullable<TimeSlicing['onGraphEnter']> = (graph) => {
    account(now());
    current = graph && costs.get(graph.graphId);
    if (!graph || current) return;
    current = { name: graph.name, ms: 0 };
    costs.set(graph.graphId, current);
  };

  const costliest = () => {
    const [first] = [...costs].sort(([, a], [, b]) => b.ms - a.ms);
    return first && { graphId: first[0], name: first[1].name, graphMs: first[1].ms / measured };
  };

  const closeWindow = (moment: number): void => {
    const isSlow = total > frames * budgetMs;
    // a single long frame makes the window slow, while the frames measured after it are not
    const isMeasuredSlow = measuredMs > measured * budgetMs;
    if (isSlow && isMeasuredSlow && !isTold) {
      onOverload({ frameMs: measuredMs / measured, shareMs: budgetMs, ...costliest() });
      isTold = true;
    }
    if (!isSlow) isTold = false;
    windowBegan = moment;
    frames = 0;
    total = 0;
    measured = 0;
    measuredMs = 0;
    costs = new Map();
    current = undefined;
    timeSlicing.onGraphEnter = isSlow && !isTold ? enter : undefined;
  };

  return {
    beginSlice() {
      partBegan = now();
      entered = partBegan;
    },
    endSlice() {
      const moment = now();
      account(moment);
      frameMs += moment - partBegan;
    },
    endFrame() {
      frames += 1;
      total += frameMs;
      if (timeSlicing.onGraphEnter) {
        measured += 1;
        measuredMs += frameMs;
      }
      frameMs = 0;
      const moment = now();
      if (moment - windowBegan >= windowMs) closeWindow(moment);
      else if (!isTold && total > frames * budgetMs) timeSlicing.onGraphEnter ??= enter;
    },
  };
};
