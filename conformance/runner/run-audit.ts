import {
  describeConditionSetup,
  describeConditionVerbs,
  getNeededCondition,
  isConditionControlled,
  isConditionReachable,
} from '../target/conditions.ts';
import { TransportError } from '../target/http/transport.ts';
import {
  type Attempt,
  decideVerdict,
  interruptedVerdict,
  mergeAttempts,
  toErrorVerdict,
  toOutcomes,
  toSkippedOutcomes,
  toVerdict,
  withTimeout,
} from './attempt.ts';
import { createAuditContext, type RunContext } from './audit-context.ts';
import { type AuditOutcome, AuditStop, type Status } from './audit-outcome.ts';
import { runUnlessAborted } from './interruption.ts';
import type { Audit, Need } from '../audit.ts';
import type { Verdict } from './verdict-collector.ts';

/**
 * Runs an audit. Returns an outcome for each distinct verdict. If the audit fails, it runs once more, so that a flaky
 * failure is reported as FLAKY.
 */
export const runAudit = async (audit: Audit, shared: RunContext): Promise<readonly AuditOutcome[]> => {
  const skipVerdict = checkNeeds(audit, shared);
  if (skipVerdict) return toSkippedOutcomes(audit, skipVerdict);
  const first = await attemptAudit(audit, shared);
  if (![...first.verdicts.values()].some(({ status }) => status === 'FAIL')) return toOutcomes(audit, first);
  return toOutcomes(audit, mergeAttempts(first, await attemptAudit(audit, shared)));
};

/** Statuses that interference by a concurrent audit can't explain. */
const conclusiveStatuses: readonly Status[] = ['PASS', 'OBSERVED', 'NOT_APPLICABLE'];

/**
 * The result of an audit that ran concurrently with another audit, and whether this result is final. A result that the
 * other audit may have caused is not final.
 */
interface ConcurrentResult {
  readonly outcomes: readonly AuditOutcome[];
  readonly isConclusive: boolean;
}

/** Runs an audit concurrently with another audit that may disturb it. */
export const runAuditConcurrently = async (audit: Audit, shared: RunContext): Promise<ConcurrentResult> => {
  const skipVerdict = checkNeeds(audit, shared);
  if (skipVerdict) return { outcomes: toSkippedOutcomes(audit, skipVerdict), isConclusive: true };
  const attempt = await attemptAudit(audit, shared);
  const isConclusive = [...attempt.verdicts.values()].every(({ status }) =>
    conclusiveStatuses.includes(status),
  );
  return { outcomes: toOutcomes(audit, attempt), isConclusive };
};

/** Returns the verdict if an audit can't run. Otherwise returns `undefined`. */
const checkNeeds = ({ needs = [] }: Audit, shared: RunContext): Verdict | undefined => {
  if (shared.interruption.signal.aborted) return interruptedVerdict;
  const missing = needs.map((need) => describeMissingNeed(need, shared)).filter((text) => text !== undefined);
  return missing.length === 0
    ? undefined
    : { status: 'NOT_VERIFIED', message: `Missing: ${missing.join('; ')}` };
};

const attemptAudit = async (audit: Audit, shared: RunContext): Promise<Attempt> => {
  const started = performance.now();
  const work = createAuditContext(shared, audit.requirements);
  const { manifest, times } = shared.session;
  const limit = (audit.timeout ?? manifest.timeouts.audit) * times;
  const { interruption } = shared;
  const endingVerdict = await withTimeout(
    limit,
    runUnlessAborted(interruption.signal, () => audit.run(work.context)),
  ).catch((error: unknown) => toEndingVerdict(error, shared, work.explain));
  // The verdicts are decided before the cleanup, because the cleanup's requests must not count as evidence.
  const verdicts = audit.requirements.map((id) => [id, decideVerdict(id, endingVerdict, work)] as const);
  const exchanges = work.log.chain();
  const limitMs = interruption.limitToRemaining(limit);
  const restoreFailure = await awaitCleanup(limitMs, work.cleanUp(AbortSignal.timeout(limitMs)));
  return {
    verdicts: new Map(verdicts.map(([id, verdict]) => [id, restoreFailure ?? verdict])),
    observations: { ...work.observations },
    exchanges,
    ms: Math.round(performance.now() - started),
  };
};

/** Waits for the cleanup. Returns a verdict only if the target could not be restored from a condition. */
const awaitCleanup = async (
  limit: number,
  work: Promise<AuditStop | undefined>,
): Promise<Verdict | undefined> => {
  const note = work.then((restoreFailure) => {
    if (restoreFailure) throw restoreFailure;
  });
  return withTimeout(limit, note).catch((error: unknown) =>
    error instanceof AuditStop ? toVerdict(error) : undefined,
  );
};

const toEndingVerdict = async (
  error: unknown,
  shared: RunContext,
  explain: (message: string) => string,
): Promise<Verdict> => {
  if (error instanceof AuditStop) {
    const verdict = toVerdict(error);
    return error.status === 'NOT_VERIFIED' ? { ...verdict, message: explain(error.message) } : verdict;
  }
  if (error instanceof TransportError) {
    const isHealthy = await shared.session.readHealth().then(
      () => true,
      () => false,
    );
    return isHealthy
      ? { status: 'FAIL', message: `A request got no response: ${error.message}` }
      : { status: 'NOT_VERIFIED', message: `Not given: the target answers (${error.message})` };
  }
  return toErrorVerdict(error);
};

const describeMissingNeed = (need: Need, { session, health }: RunContext): string | undefined => {
  switch (need) {
    case 'token':
      return session.target.token === undefined ? 'the token (--token-env NAME or --token T)' : undefined;
    case 'runtime':
      return health?.runtimeConnected ? undefined : 'a runtime that is connected (health.runtimeConnected)';
    case 'project':
      return health?.projectName ? undefined : 'an open project (health.projectName)';
    case 'events':
      return session.target.eventsUrl === '' ? 'the hub address (--events-url)' : undefined;
    case 'destructive':
      return session.manifest.consent.destructive ? undefined : "the manifest's consent.destructive";
    case 'defaultSettings':
      return session.manifest.defaultSettings ? undefined : "the manifest's defaultSettings";
    default: {
      const condition = getNeededCondition('condition', need);
      if (condition && !isConditionReachable(condition, session.manifest))
        return describeConditionSetup(condition);
      const control = getNeededCondition('control', need);
      return control && !isConditionControlled(control, session.manifest)
        ? `the manifest's ${describeConditionVerbs(control)}`
        : undefined;
    }
  }
};
