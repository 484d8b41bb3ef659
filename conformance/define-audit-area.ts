import type { Audit, AuditContext, Need, MultiRequirementContext } from './audit.ts';
import type { RequirementId } from './requirements/index.ts';

type Ids = Audit['requirements'];

/** An audit of several requirements has to say of each line which it settles. */
type ContextFor<R extends Ids> = R extends readonly [RequirementId]
  ? AuditContext
  : MultiRequirementContext<R[number]>;

type AuditBody<R extends Ids> = (t: ContextFor<R>) => Promise<unknown>;

/** What few audits have: a time limit of their own, a likely cause, a place at the end, conditions that they bring about. */
type AuditDetails = Pick<Audit, 'timeout' | 'likelyCause' | 'phase' | 'entersConditions'>;

/** Declares the audits of one area: their ids begin with its name, and all need the same. */
export const defineAuditArea = (name: string, ...needs: readonly Need[]) => ({
  audit: <const R extends Ids>(
    id: string,
    requirements: R,
    ...[first, run]: readonly [AuditBody<R>] | readonly [AuditDetails, AuditBody<R>]
  ): Audit => ({
    id: `${name}/${id}`,
    requirements,
    needs,
    ...(typeof first === 'function'
      ? { run: first as Audit['run'] }
      : { ...first, run: run as Audit['run'] }),
  }),
});
