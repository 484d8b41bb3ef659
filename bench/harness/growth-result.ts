/** The cost of one job in projects of increasing size. */
export interface GrowthSeries {
  readonly label: string;
  /** Milliseconds for the job, one value for each project size. */
  readonly ms: readonly number[];
  /**
   * Whether the control was timed alternately with this job, so that changes in the machine's speed affect both
   * equally.
   */
  readonly besideControl: boolean;
}

/** The cost of several jobs on one server while its project grows. */
export interface GrowthResult {
  /** Id of the result. It never changes between versions, because reports are matched by it. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** The target whose project was grown, when several targets were measured. */
  readonly target?: string;
  /** Numbers of nodes in the project, ascending. */
  readonly sizes: readonly number[];
  /** Milliseconds for a control job that does not touch the project, one value for each project size. */
  readonly control: readonly number[];
  readonly series: readonly GrowthSeries[];
}

const getLastToFirstRatio = (values: readonly number[]): number =>
  (values.at(-1) ?? Number.NaN) / (values[0] ?? Number.NaN);

/**
 * Returns the time in the largest project divided by the time in the smallest project; 1 means that the cost does not
 * grow.
 */
export const getGrowthFactor = ({ ms }: GrowthSeries): number => getLastToFirstRatio(ms);

/**
 * Returns the growth relative to the control, which cancels out changes in the machine's speed. Returns NaN for a job
 * that was timed without the control.
 */
export const getNetGrowthFactor = (series: GrowthSeries, { control }: GrowthResult): number =>
  series.besideControl ? getGrowthFactor(series) / getLastToFirstRatio(control) : Number.NaN;
