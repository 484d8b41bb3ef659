import type { MetricId } from '../metric-kinds.ts';

/** The metrics of one second. Values that could not be measured are absent. */
export type MeterValues = Readonly<Partial<Record<MetricId, number>>>;

/** Measures some of the metrics while the panel is visible. */
export interface Meter {
  /** Starts from zero. @returns a function that stops it */
  start(): () => void;
  /** Returns the values since the last call. @param seconds elapsed since then */
  read(seconds: number): Promise<MeterValues>;
}

/** In milliseconds. */
export type GetTime = () => number;
