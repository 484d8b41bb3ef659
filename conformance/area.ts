import type { Audit, AuditContext, Need } from './audit.ts';

type Run = (t: AuditContext) => Promise<void>;

/** What few audits have: a time limit of their own, a likely cause, a place at the end. */
type Details = Pick<Audit, 'timeout' | 'likelyCause' | 'last'>;

/** Declares the audits of one area: their ids begin with its name, and all need the same. */
export const area = (name: string, ...needs: readonly Need[]) => ({
  audit: (
    id: string,
    requirements: Audit['requirements'],
    ...[first, run]: readonly [Run] | readonly [Details, Run]
  ): Audit => ({
    id: `${name}/${id}`,
    requirements,
    needs,
    ...(typeof first === 'function' ? { run: first } : { ...first, run: run as Run }),
  }),
});
