import type { Audit, AuditContext, Need, MultiRequirementContext } from './audit.ts';
import type { RequirementId } from './requirements/index.ts';

type Ids = Audit['requirements'];

/** An audit of several requirements must name the requirement that each assertion checks. */
type ContextFor<R extends Ids> = R extends readonly [RequirementId]
  ? AuditContext
  : MultiRequirementContext<R[number]>;

type AuditBody<R extends Ids> = (t: ContextFor<R>) => Promise<unknown>;

/** Rarely used options: a time limit, a likely cause, the phase, and the conditions that the audit enters. */
type AuditDetails = Pick<Audit, 'timeout' | 'likelyCause' | 'phase' | 'entersConditions'>;

/** Declares the audits of one area. Their ids begin with the area's name, and all of them have the same needs. */
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
