/** How much of everything a run does; every loop ends at its time or its count, whichever comes first. */
export interface BenchPlan {
  readonly quick: boolean;
  /**
   * Counted rounds of each candidate. Many short ones take what drifts out of a ratio: of equal work that took turns of 40 ms for some
   * seconds, ratios were 0.5 % off on a shared core, and 1.3 % in turns of 150 ms, 2 to 5 % in turns of 300 ms.
   */
  readonly rounds: number;
  /**
   * How long each candidate runs before the counted rounds, until everything is compiled. A server has most to compile,
   * so that a short warm-up costs it most in comparison with a baseline.
   */
  readonly warmUpMs: number;
  /** Counted rounds where one lasts seconds; one warm-up round precedes them. */
  readonly longRounds: number;
  /** Length of a round of continuous load. */
  readonly roundMs: number;
  /** Most requests or events in such a round. */
  readonly roundCount: number;
  /** Repetitions in a round of a large single request. */
  readonly repetitions: number;
  /** A round that takes longer than this has failed. */
  readonly deadlineMs: number;
  /** Subscribers of the event fan-out, ascending. */
  readonly subscribers: readonly number[];
  /** Those of them for which events are also caused as fast as they come. */
  readonly pipelined: readonly number[];
  /** Events caused at once in the fan-out. */
  readonly bursts: readonly number[];
  /** The fixed pace at which latency is read, and how long a round of it lasts. */
  readonly pace: {
    readonly subscribers: number;
    readonly perSecond: number;
    readonly ms: number;
    /** Counted rounds of each start. */
    readonly rounds: number;
  };
  /** Bursts of events while some clients do not read. */
  readonly stall: {
    readonly burst: number;
    readonly perSecond: number;
    readonly ms: number;
    readonly rounds: number;
  };
  /** Frames watched in a round of the frame loop. */
  readonly frames: number;
  readonly growth: GrowthPlan;
  readonly graphs: GraphsPlan;
}

/** How many graphs a project holds, and what a single one of them is measured by. */
interface GraphsPlan {
  /** Graphs, ascending. */
  readonly sizes: readonly number[];
  /** The size that the others are set against: enough that a project costs little beside its graphs. */
  readonly reference: number;
  readonly perGraph: PerGraphRound;
  readonly perGraphRounds: number;
  /** Graphs that are opened, and graphs that are written, with all those of the project at once: no fewer in a round. */
  readonly perProject: number;
  /** Counted rounds of such: thousands of files are written in each. */
  readonly perProjectRounds: number;
}

/**
 * What a round does, whatever the project holds, so that a small project is no less exact than a large one; enough that the listing of a
 * folder, which the first creation after a removal pays for, is a small part.
 */
export interface PerGraphRound {
  /** Graphs that are created, and graphs that are written, one by one. */
  readonly count: number;
  readonly listed: number;
  /** Of the runtime, with all graphs running. */
  readonly ticks: number;
}

/** How far a project grows, and how much is done at each size. */
export interface GrowthPlan {
  /** Nodes, ascending. */
  readonly sizes: readonly number[];
  /** Times that each edit is made at each size, at most. */
  readonly edits: number;
  /** How long all edits together may take at each size; what is under way is finished. */
  readonly editMs: number;
  /** How long other callers are watched while edits are saved. */
  readonly watchMs: number;
  /** The project that is opened and saved as a whole. */
  readonly project: { readonly graphs: number; readonly nodes: number };
}

const fullPlan: BenchPlan = {
  quick: false,
  rounds: 24,
  warmUpMs: 1000,
  longRounds: 4,
  roundMs: 40,
  roundCount: 200_000,
  repetitions: 3,
  deadlineMs: 30_000,
  subscribers: [10, 100, 1000, 5000],
  pipelined: [100],
  bursts: [1, 16],
  pace: { subscribers: 100, perSecond: 100, ms: 1000, rounds: 3 },
  stall: { burst: 50, perSecond: 200, ms: 7000, rounds: 2 },
  frames: 150,
  growth: {
    sizes: [100, 1000, 10_000, 100_000],
    edits: 100,
    editMs: 2000,
    watchMs: 1000,
    project: { graphs: 200, nodes: 500 },
  },
  graphs: {
    sizes: [1, 100, 1000, 10_000],
    reference: 100,
    perGraph: { count: 300, listed: 200_000, ticks: 10_000 },
    perGraphRounds: 6,
    perProject: 500,
    perProjectRounds: 3,
  },
};

const quickPlan: BenchPlan = {
  quick: true,
  rounds: 1,
  warmUpMs: 0,
  longRounds: 1,
  roundMs: 120,
  roundCount: 5000,
  repetitions: 2,
  deadlineMs: 30_000,
  subscribers: [10],
  pipelined: [10],
  bursts: [1, 16],
  pace: { subscribers: 10, perSecond: 100, ms: 250, rounds: 1 },
  stall: { burst: 10, perSecond: 100, ms: 250, rounds: 1 },
  frames: 15,
  growth: { sizes: [20, 60], edits: 3, editMs: 2000, watchMs: 120, project: { graphs: 3, nodes: 20 } },
  graphs: {
    sizes: [1, 5],
    reference: 5,
    perGraph: { count: 3, listed: 10, ticks: 10 },
    perGraphRounds: 1,
    perProject: 5,
    perProjectRounds: 1,
  },
};

/** What each of several starts does, so that all of them take little longer than a single one. */
export const splitPlanByStarts = (plan: BenchPlan, starts: number): BenchPlan => ({
  ...plan,
  rounds: Math.ceil(plan.rounds / starts),
  longRounds: Math.ceil(plan.longRounds / starts),
});

export const getBenchPlan = (isQuick: boolean): BenchPlan => (isQuick ? quickPlan : fullPlan);
