import { groupBy } from './group-by.ts';
import type { Report } from './report.ts';

/** Groups everything that a run could not clean up, by reason. */
export const groupLeftovers = ({
  left,
}: Report): readonly { readonly reason: string; readonly leftovers: readonly string[] }[] =>
  groupBy(left, ({ on, why }) => `${on}: ${why}`).map(([reason, leftovers]) => ({
    reason,
    leftovers: leftovers.map(({ what }) => what),
  }));
