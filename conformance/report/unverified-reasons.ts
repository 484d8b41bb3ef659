import { groupBy } from './group-by.ts';
import type { Report } from './report.ts';

/** What keeps requirements from being verified. */
interface UnverifiedReason {
  readonly reason: string;
  readonly ids: readonly string[];
}

/** Why requirements were not verified, the reason of most of them first. */
export const groupUnverifiedReasons = ({ requirements }: Report): readonly UnverifiedReason[] =>
  groupBy(
    requirements.filter(({ status }) => status === 'NOT_VERIFIED'),
    ({ message = 'no reason is told' }) => message,
  )
    .map(([reason, results]) => ({ reason, ids: results.map(({ id }) => id) }))
    .sort((a, b) => b.ids.length - a.ids.length);
