/** What one job costs in projects of growing size. */
export interface GrowthSeries {
  readonly label: string;
  /** Milliseconds, one value for each size. */
  readonly ms: readonly number[];
  /** Whether the control was timed alternately with this job, so that the machine affects both alike. */
  readonly besideControl: boolean;
}

/** The same jobs on the same server while its project grows. */
export interface GrowthResult {
  /** Stable across versions, because reports are matched by it. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The target whose project grew, when several targets were measured. */
  readonly target?: string;
  /** Numbers of nodes in the project, ascending. */
  readonly sizes: readonly number[];
  /** Milliseconds of a job that does not touch the project, one value for each size. */
  readonly control: readonly number[];
  readonly series: readonly GrowthSeries[];
}

const getLastToFirstRatio = (values: readonly number[]): number =>
  (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);

/** Returns the time in the largest project divided by the time in the smallest; 1 means no growth. */
export const getGrowthFactor = ({ ms }: GrowthSeries): number => getLastToFirstRatio(ms);

/**
 * Returns the growth relative to the control, which cancels out changes of the machine; NaN for a job timed without it.
 */
export const getNetGrowthFactor = (series: GrowthSeries, { control }: GrowthResult): number =>
  series.besideControl ? getGrowthFactor(series) / getLastToFirstRatio(control) : Number.NaN;
