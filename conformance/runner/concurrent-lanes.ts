import { conditions, isConditionControlled } from '../target/conditions.ts';
import { runAudit, runAuditConcurrently } from './run-audit.ts';
import type { Audit } from '../audit.ts';
import type { ConditionName, Manifest } from '../target/manifest.ts';
import type { RunContext } from './audit-context.ts';
import type { AuditOutcome } from './audit-outcome.ts';

/** Two lanes of audits run concurrently: those that send requests, and those that mostly wait. All others run alone. */
type Lane = 'asks' | 'waits' | 'alone';

/**
 * Assigns the lane of an audit. One that listens or works on a copy waits. One that puts the target itself into a
 * condition, or may harm it, runs alone.
 */
export const getLane = (
  { needs = [], phase, entersConditions = [] }: Pick<Audit, 'needs' | 'phase' | 'entersConditions'>,
  { instances, control }: Pick<Manifest, 'instances' | 'control'>,
): Lane => {
  const requestedConditions = needs.flatMap((need) =>
    need.startsWith('condition:') ? [need.slice('condition:'.length) as ConditionName] : [],
  );
  const needsTargetItself = requestedConditions.some(
    (name) => instances[name] === undefined && conditions[name].verb !== undefined,
  );
  const disturbs =
    needs.some((need) => need === 'destructive' || need.startsWith('control:')) ||
    entersConditions.some((name) => isConditionControlled(name, { control }));
  if (phase || needsTargetItself || disturbs) return 'alone';
  return requestedConditions.length > 0 || needs.includes('events') ? 'waits' : 'asks';
};

/** @param disturbed the failure while another audit ran, before this one ran alone */
type OutcomeListener = (
  audit: Audit,
  outcomes: readonly AuditOutcome[],
  disturbed?: readonly AuditOutcome[],
) => void;

/** Runs audits one after the other. */
export const runSequentially = async (
  audits: readonly Audit[],
  shared: RunContext,
  onOutcome: OutcomeListener,
): Promise<void> => {
  for (const audit of audits) onOutcome(audit, await runAudit(audit, shared));
};

/**
 * Runs audits in two lanes if both have any. Then it runs, one by one, those that need to be alone and those that
 * another audit may have disturbed, so that concurrency can't cause a failure.
 */
export const runConcurrently = async (
  audits: readonly Audit[],
  shared: RunContext,
  onOutcome: OutcomeListener,
): Promise<void> => {
  const { manifest } = shared.session;
  const inLane = (lane: Lane) => audits.filter((audit) => getLane(audit, manifest) === lane);
  const [requestLane, eventLane] = [inLane('asks'), inLane('waits')];
  if (requestLane.length === 0 || eventLane.length === 0) return runSequentially(audits, shared, onOutcome);
  const settled = new Set<Audit>();
  const disturbed = new Map<Audit, readonly AuditOutcome[]>();
  const runLane = async (lane: readonly Audit[], context: RunContext): Promise<void> => {
    for (const audit of lane) {
      const { outcomes, isConclusive } = await runAuditConcurrently(audit, context);
      if (!isConclusive) {
        disturbed.set(
          audit,
          outcomes.filter(({ status }) => status === 'FAIL'),
        );
        continue;
      }
      settled.add(audit);
      onOutcome(audit, outcomes);
    }
  };
  await Promise.all([runLane(requestLane, shared), runLane(eventLane, isolateNamespace(shared))]);
  await runSequentially(
    audits.filter((audit) => !settled.has(audit)),
    shared,
    (audit, outcomes) => onOutcome(audit, outcomes, disturbed.get(audit)),
  );
};

/** Uses separate names for what is created, because a graph replaces one of the same name. */
const isolateNamespace = (shared: RunContext): RunContext => {
  const { session } = shared;
  const { manifest } = session;
  return {
    ...shared,
    session: { ...session, manifest: { ...manifest, namespace: `${manifest.namespace}-beside` } },
  };
};
