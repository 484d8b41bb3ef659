import type { FigureId } from '../figure-kinds.ts';

/** Figures of one second; what could not be measured is absent. */
export type Values = Readonly<Partial<Record<FigureId, number>>>;

/** Measures some of the figures while somebody looks. */
export interface Meter {
  /** Begins anew. @returns what ends it */
  begin(): () => void;
  /** What has been measured since the last time. @param seconds that have gone by since then */
  read(seconds: number): Promise<Values>;
}

/** In milliseconds. */
export type Now = () => number;
