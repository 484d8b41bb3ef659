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

/** The reason why some requirements were not verified. */
interface UnverifiedReason {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** Groups unverified requirements by reason. The reason with the most requirements comes first. */
export const groupUnverifiedReasons = ({ requirements }: Report): readonly UnverifiedReason[] =>
  groupBy(
    requirements.filter(({ status }) => status === 'NOT_VERIFIED'),
    ({ message = 'no reason given' }) => message,
  )
    .map(([reason, results]) => ({ reason, ids: results.map(({ id }) => id) }))
    .sort((a, b) => b.ids.length - a.ids.length);
