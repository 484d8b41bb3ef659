import { groupBy } from './group-by.ts';
import type { Report } from './report.ts';

/** What a run could not take away, each reason with the names of what it holds for. */
export const groupLeftovers = ({
  left,
}: Report): readonly { readonly reason: string; readonly things: readonly string[] }[] =>
  groupBy(left, ({ on, why }) => `${on}: ${why}`).map(([reason, things]) => ({
    reason,
    things: things.map(({ what }) => what),
  }));
