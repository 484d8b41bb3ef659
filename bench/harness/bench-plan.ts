/** How much work a run does. Every loop ends at its time or its count, whichever comes first. */
export interface BenchPlan {
  readonly quick: boolean;
  /**
   * Counted rounds of each candidate. Many short rounds keep drift out of a ratio: with equal work on a shared core for
   * some seconds, ratios were off by 0.5 % in rounds of 40 ms, by 1.3 % in rounds of 150 ms, and by 2 to 5 % in rounds
   * of 300 ms.
   */
  readonly rounds: number;
  /**
   * How long each candidate runs before the counted rounds, so that all code is compiled. A server has the most code to
   * compile, so a short warm-up would put it at a disadvantage against a baseline.
   */
  readonly warmUpMs: number;
  /** Counted rounds where one lasts seconds. One warm-up round precedes them. */
  readonly longRounds: number;
  /** Length of a round of continuous load. */
  readonly roundMs: number;
  /** Maximum number of requests or events in such a round. */
  readonly roundCount: number;
  /** Repetitions in a round of a large single request. */
  readonly repetitions: number;
  /** A round that takes longer than this fails. */
  readonly deadlineMs: number;
  /** Subscriber counts of the event fan-out, ascending. */
  readonly subscribers: readonly number[];
  /** The subscriber counts that are also measured with events triggered as fast as possible. */
  readonly pipelined: readonly number[];
  /** Events per trigger in the fan-out. */
  readonly bursts: readonly number[];
  /** The fixed rate at which latency is measured, and the length of such a round. */
  readonly pace: {
    readonly subscribers: number;
    readonly perSecond: number;
    readonly ms: number;
    /** Counted rounds after each start. */
    readonly rounds: number;
  };
  /** Bursts of events while some clients do not read. */
  readonly stall: {
    readonly burst: number;
    readonly perSecond: number;
    readonly ms: number;
    readonly rounds: number;
  };
  /** Frames observed in a round of the frame loop. */
  readonly frames: number;
  readonly growth: GrowthPlan;
  readonly graphs: GraphsPlan;
}

/** Sizes of projects by number of graphs, and the amount of work measured at each. */
interface GraphsPlan {
  /** Numbers of graphs, ascending. */
  readonly sizes: readonly number[];
  /** The size that the others are compared with: large enough that the fixed cost of a project is small. */
  readonly reference: number;
  readonly perGraph: PerGraphRound;
  readonly perGraphRounds: number;
  /** Minimum number of graphs to open and to save in a round of whole-project work. Small projects repeat it. */
  readonly perProject: number;
  /** Counted rounds of whole-project work. Each writes thousands of files. */
  readonly perProjectRounds: number;
}

/**
 * Work of a round that does not depend on the project size, so that a small project is measured as precisely as a large
 * one. There is enough of it that listing the folder, which the first creation after a removal pays for, is a small
 * part.
 */
export interface PerGraphRound {
  /** Graphs to create, and graphs to save, one at a time. */
  readonly count: number;
  readonly listed: number;
  /** Ticks of the runtime with all graphs running. */
  readonly ticks: number;
}

/** How far a project grows, and how much work is done at each size. */
export interface GrowthPlan {
  /** Numbers of nodes, ascending. */
  readonly sizes: readonly number[];
  /** Maximum repetitions of each edit at each size. */
  readonly edits: number;
  /** Time limit in milliseconds for all edits at one size. Work in progress is completed. */
  readonly editMs: number;
  /** How long other callers are observed while edits are saved, in milliseconds. */
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

/** Divides the work among several starts, so that together they take little longer than a single one. */
export const splitPlanByStarts = (plan: BenchPlan, starts: number): BenchPlan => ({
  ...plan,
  rounds: Math.ceil(plan.rounds / starts),
  longRounds: Math.ceil(plan.longRounds / starts),
});

export const getBenchPlan = (quick: boolean): BenchPlan => (quick ? quickPlan : fullPlan);
