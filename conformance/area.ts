import type { Audit, AuditContext, Need, SharedAuditContext } from './audit.ts';
import type { RequirementId } from './requirements/index.ts';

type Ids = Audit['requirements'];

/** An audit of several requirements has to say of each line which it settles. */
type Context<R extends Ids> = R extends readonly [RequirementId]
  ? AuditContext
  : SharedAuditContext<R[number]>;

type Run<R extends Ids> = (t: Context<R>) => Promise<unknown>;

/** What few audits have: a time limit of their own, a likely cause, a place at the end, conditions that they bring about. */
type Details = Pick<Audit, 'timeout' | 'likelyCause' | 'last' | 'brings'>;

/** Declares the audits of one area: their ids begin with its name, and all need the same. */
export const area = (name: string, ...needs: readonly Need[]) => ({
  audit: <const R extends Ids>(
    id: string,
    requirements: R,
    ...[first, run]: readonly [Run<R>] | readonly [Details, Run<R>]
  ): Audit => ({
    id: `${name}/${id}`,
    requirements,
    needs,
    ...(typeof first === 'function'
      ? { run: first as Audit['run'] }
      : { ...first, run: run as Audit['run'] }),
  }),
});
