import { conditions, isConditionControlled } from '../target/conditions.ts';
import { runAudit, runAuditConcurrently } from './run-audit.ts';
import type { Audit } from '../audit.ts';
import type { ConditionName, Manifest } from '../target/manifest.ts';
import type { RunContext } from './audit-context.ts';
import type { AuditOutcome } from './audit-outcome.ts';

/** Two lanes of audits run beside each other: those that ask, and those that mostly wait. All others run alone. */
type Lane = 'asks' | 'waits' | 'alone';

/** Whoever listens or works on a copy waits; whoever brings the target itself into a condition, or may harm it, is alone. */
export const getLane = (
  { needs = [], phase, entersConditions = [] }: Pick<Audit, 'needs' | 'phase' | 'entersConditions'>,
  { instances, control }: Pick<Manifest, 'instances' | 'control'>,
): Lane => {
  const asked = needs.flatMap((need) =>
    need.startsWith('condition:') ? [need.slice('condition:'.length) as ConditionName] : [],
  );
  const isBroughtAbout = asked.some(
    (name) => instances[name] === undefined && conditions[name].verb !== undefined,
  );
  const disturbs =
    needs.some((need) => need === 'destructive' || need.startsWith('control:')) ||
    entersConditions.some((name) => isConditionControlled(name, { control }));
  if (phase || isBroughtAbout || disturbs) return 'alone';
  return asked.length > 0 || needs.includes('events') ? 'waits' : 'asks';
};

/** @param disturbed what failed beside another audit, before this one ran alone */
type OutcomeListener = (
  audit: Audit,
  outcomes: readonly AuditOutcome[],
  disturbed?: readonly AuditOutcome[],
) => void;

/** Runs audits one after the other. */
export const runSequentially = async (
  audits: readonly Audit[],
  shared: RunContext,
  tell: OutcomeListener,
): Promise<void> => {
  for (const audit of audits) tell(audit, await runAudit(audit, shared));
};

/**
 * Runs audits in two lanes where there are any for both, and then one by one those that are to be alone and those that another may have disturbed:
 * nobody is blamed for what came of audits side by side.
 */
export const runConcurrently = async (
  audits: readonly Audit[],
  shared: RunContext,
  tell: OutcomeListener,
): Promise<void> => {
  const { manifest } = shared.session;
  const inLane = (lane: Lane) => audits.filter((audit) => getLane(audit, manifest) === lane);
  const [asking, waiting] = [inLane('asks'), inLane('waits')];
  if (asking.length === 0 || waiting.length === 0) return runSequentially(audits, shared, tell);
  const settled = new Set<Audit>();
  const disturbed = new Map<Audit, readonly AuditOutcome[]>();
  const runLane = async (lane: readonly Audit[], lent: RunContext): Promise<void> => {
    for (const audit of lane) {
      const { outcomes, isConclusive } = await runAuditConcurrently(audit, lent);
      if (!isConclusive) {
        disturbed.set(
          audit,
          outcomes.filter(({ status }) => status === 'FAIL'),
        );
        continue;
      }
      settled.add(audit);
      tell(audit, outcomes);
    }
  };
  await Promise.all([runLane(asking, shared), runLane(waiting, isolateNamespace(shared))]);
  await runSequentially(
    audits.filter((audit) => !settled.has(audit)),
    shared,
    (audit, outcomes) => tell(audit, outcomes, disturbed.get(audit)),
  );
};

/** Other names for what is made: a graph takes the place of one of the same name. */
const isolateNamespace = (shared: RunContext): RunContext => {
  const { session } = shared;
  const { manifest } = session;
  return {
    ...shared,
    session: { ...session, manifest: { ...manifest, namespace: `${manifest.namespace}-beside` } },
  };
};
