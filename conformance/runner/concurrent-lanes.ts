import { conditions, getNeededCondition, isConditionControlled } from '../target/conditions.ts';
import { runAudit, runAuditConcurrently } from './run-audit.ts';
import type { Audit } from '../audit.ts';
import type { Manifest } from '../target/manifest.ts';
import type { RunContext } from './audit-context.ts';
import type { AuditOutcome } from './audit-outcome.ts';

/**
 * Lanes of audits. Audits that send requests ('asks') run concurrently with audits that mostly wait ('waits'). All
 * other audits run alone.
 */
type Lane = 'asks' | 'waits' | 'alone';

/**
 * Returns the lane of an audit. Audits that listen for events or work on a copy belong to the lane 'waits'. Audits that
 * put the target itself into a condition, or may harm the target, run alone.
 */
export const getLane = (
  { needs = [], phase, entersConditions = [] }: Pick<Audit, 'needs' | 'phase' | 'entersConditions'>,
  { instances, control }: Pick<Manifest, 'instances' | 'control'>,
): Lane => {
  const requestedConditions = needs.flatMap((need) => getNeededCondition('condition', need) ?? []);
  const needsTargetItself = requestedConditions.some(
    (name) => instances[name] === undefined && conditions[name].verb !== undefined,
  );
  const disturbs =
    needs.some((need) => need === 'destructive' || need.startsWith('control:')) ||
    entersConditions.some((name) => isConditionControlled(name, { control }));
  if (phase || needsTargetItself || disturbs) return 'alone';
  return requestedConditions.length > 0 || needs.includes('events') ? 'waits' : 'asks';
};

/**
 * Called with the outcomes of an audit.
 * @param disturbed the failure of an earlier attempt, while another audit was running
 */
type OutcomeListener = (
  audit: Audit,
  outcomes: readonly AuditOutcome[],
  disturbed?: readonly AuditOutcome[],
) => void;

export const runSequentially = async (
  audits: readonly Audit[],
  shared: RunContext,
  onOutcome: OutcomeListener,
): Promise<void> => {
  for (const audit of audits) onOutcome(audit, await runAudit(audit, shared));
};

/**
 * Runs audits in two concurrent lanes if each lane has at least one audit. Afterwards, the audits that need to be alone
 * run one by one, and so do the audits that another audit may have disturbed. Thus concurrency can't cause a failure.
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

/**
 * Returns a context that assigns separate names to everything that audits create, because a new graph replaces an
 * existing graph with the same name.
 */
const isolateNamespace = (shared: RunContext): RunContext => {
  const { session } = shared;
  const { manifest } = session;
  return {
    ...shared,
    session: { ...session, manifest: { ...manifest, namespace: `${manifest.namespace}-beside` } },
  };
};
