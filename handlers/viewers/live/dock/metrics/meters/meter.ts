import type { MetricId } from '../metric-kinds.ts';

/** The values of metrics in one second. Metrics that could not be measured are absent. */
export type MeterValues = Readonly<Partial<Record<MetricId, number>>>;

/** Measures some of the metrics while the panel is visible. */
export interface Meter {
  /**
   * Starts measuring from zero.
   * @returns a function that stops the measurement
   */
  start(): () => void;
  /**
   * Returns the values measured since the last call.
   * @param seconds the time since the last call, in seconds
   */
  read(seconds: number): Promise<MeterValues>;
}

/** Returns the current time in milliseconds. */
export type GetTime = () => number;
