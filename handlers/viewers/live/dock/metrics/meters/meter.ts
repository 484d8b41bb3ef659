import type { MetricId } from '../metric-kinds.ts';

/** Figures of one second; what could not be measured is absent. */
export type MeterValues = Readonly<Partial<Record<MetricId, number>>>;

/** Measures some of the figures while somebody looks. */
export interface Meter {
  /** Begins anew. @returns what ends it */
  start(): () => void;
  /** What has been measured since the last time. @param seconds that have gone by since then */
  read(seconds: number): Promise<MeterValues>;
}

/** In milliseconds. */
export type GetTime = () => number;
