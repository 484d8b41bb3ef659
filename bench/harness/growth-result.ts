/** What one job costs in projects of growing size. */
export interface GrowthSeries {
  readonly label: string;
  /** Milliseconds, one for each size. */
  readonly ms: readonly number[];
  /** Whether the control was timed in turns with this job, so that the machine weighs on both alike. */
  readonly besideControl: boolean;
}

/** The same jobs, done on the same server while the project on it grows. */
export interface GrowthResult {
  /** Stable across versions: reports are compared by it. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** Whose project grew, where several targets were measured. */
  readonly target?: string;
  /** Nodes in the project, ascending. */
  readonly sizes: readonly number[];
  /** Milliseconds of a job that has nothing to do with the project, one for each size. */
  readonly control: readonly number[];
  readonly series: readonly GrowthSeries[];
}

const getLastToFirstRatio = (values: readonly number[]): number =>
  (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);

/** How many times as long a job takes in the largest project as in the smallest: 1 is flat. */
export const getGrowthFactor = ({ ms }: GrowthSeries): number => getLastToFirstRatio(ms);

/** The same in units of the control, which takes out what the machine did meanwhile; NaN for a job timed without it. */
export const getNetGrowthFactor = (series: GrowthSeries, { control }: GrowthResult): number =>
  series.besideControl ? getGrowthFactor(series) / getLastToFirstRatio(control) : Number.NaN;
