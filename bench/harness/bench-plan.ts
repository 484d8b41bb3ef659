/**
 * How much work a run does. Every loop ends when it reaches its time limit or its maximum count, whichever comes first.
 */
export interface BenchPlan {
  readonly quick: boolean;
  /**
   * Number of counted rounds for each candidate. Many short rounds keep drift out of a ratio: with equal work on a core
   * shared for some seconds, ratios were off by 0.5 % in rounds of 40 ms, by 1.3 % in rounds of 150 ms, and by 2 to 5 %
   * in rounds of 300 ms.
   */
  readonly rounds: number;
  /**
   * How long each candidate runs before the counted rounds, in milliseconds, so that all code is compiled. A server has
   * the most code to compile, so a short warm-up would put the server at a disadvantage against a baseline.
   */
  readonly warmUpMs: number;
  /** Longest warm-up in milliseconds, for a candidate whose figure is still improving. */
  readonly maxWarmUpMs: number;
  /** Number of counted rounds in comparisons whose rounds last seconds. One warm-up round precedes them. */
  readonly longRounds: number;
  /** Length of a round of continuous load, in milliseconds. */
  readonly roundMs: number;
  /** Maximum number of requests or events in a round of continuous load. */
  readonly roundCount: number;
  /** Number of repetitions in a round that measures a single large request. */
  readonly repetitions: number;
  /** Time limit of a round, in milliseconds. A round that takes longer fails. */
  readonly deadlineMs: number;
  /** Numbers of subscribers in the event fan-out, ascending. */
  readonly subscribers: readonly number[];
  /** Numbers of subscribers that are also measured with events triggered as fast as possible. */
  readonly pipelined: readonly number[];
  /** Numbers of events per trigger in the event fan-out. */
  readonly bursts: readonly number[];
  /** The fixed rate at which latency is measured, and the length of a round that measures latency. */
  readonly pace: {
    readonly subscribers: number;
    readonly perSecond: number;
    readonly ms: number;
    /** Number of counted rounds after each start. */
    readonly rounds: number;
  };
  /** Bursts of events that are triggered while some clients do not read. */
  readonly stall: {
    readonly burst: number;
    readonly perSecond: number;
    readonly ms: number;
    readonly rounds: number;
  };
  /** How long an idle server settles after its start, and the length and number of the rounds that follow. */
  readonly idle: { readonly settleMs: number; readonly ms: number; readonly rounds: number };
  /** Number of frames observed in a round of the frame loop. */
  readonly frames: number;
  readonly growth: GrowthPlan;
  readonly graphs: GraphsPlan;
}

/** Project sizes as numbers of graphs, and the amount of work measured at each size. */
interface GraphsPlan {
  /** Project sizes as numbers of graphs, ascending. */
  readonly sizes: readonly number[];
  /**
   * The size that other sizes are compared with. This size is large enough that the fixed cost of a project hardly
   * matters.
   */
  readonly reference: number;
  readonly perGraph: PerGraphRound;
  readonly perGraphRounds: number;
  /**
   * Minimum number of graphs to open and to save in a round that measures whole projects. Small projects are opened and
   * saved repeatedly.
   */
  readonly perProject: number;
  /** Number of counted rounds that measure whole projects. Each round writes thousands of files. */
  readonly perProjectRounds: number;
}

/**
 * The amount of work in a round that measures single graphs. The amount does not depend on the project size, so that a
 * small project is measured as precisely as a large one. The first creation after a removal must list the folder, but
 * the amount is large enough that listing the folder hardly matters.
 */
export interface PerGraphRound {
  /** Number of graphs to create, and number of graphs to save, one at a time. */
  readonly count: number;
  readonly listed: number;
  /** Number of runtime ticks while all graphs are running. */
  readonly ticks: number;
}

/** How far a project grows, and how much work is measured at each size. */
export interface GrowthPlan {
  /** Project sizes as numbers of nodes, ascending. */
  readonly sizes: readonly number[];
  /** Maximum number of repetitions of each edit at each size. */
  readonly edits: number;
  /** Time limit in milliseconds for all edits at one size. An edit in progress is completed. */
  readonly editMs: number;
  /** How long other callers are observed while edits are saved, in milliseconds. */
  readonly watchMs: number;
  /** The size of the project that is opened and saved as a whole. */
  readonly project: { readonly graphs: number; readonly nodes: number };
}

const fullPlan: BenchPlan = {
  quick: false,
  rounds: 24,
  warmUpMs: 700,
  maxWarmUpMs: 5000,
  longRounds: 3,
  roundMs: 40,
  roundCount: 200_000,
  repetitions: 3,
  deadlineMs: 30_000,
  subscribers: [10, 100, 1000, 5000],
  pipelined: [100],
  bursts: [1, 16],
  pace: { subscribers: 100, perSecond: 100, ms: 500, rounds: 3 },
  stall: { burst: 50, perSecond: 200, ms: 7000, rounds: 2 },
  idle: { settleMs: 15_000, ms: 3000, rounds: 3 },
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
  maxWarmUpMs: 0,
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
  idle: { settleMs: 0, ms: 200, rounds: 1 },
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

/** Divides the plan's work among several starts, so that all starts together last little longer than a single one. */
export const splitPlanByStarts = (plan: BenchPlan, starts: number): BenchPlan => ({
  ...plan,
  rounds: Math.ceil(plan.rounds / starts),
  longRounds: Math.ceil(plan.longRounds / starts),
});

export const getBenchPlan = (quick: boolean): BenchPlan => (quick ? quickPlan : fullPlan);
