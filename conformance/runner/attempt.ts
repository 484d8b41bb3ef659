/** Combines the results of one or two attempts to run an audit. */
import { setTimeout as wait } from 'node:timers/promises';
import { type ExchangeLog, includeExchange } from './exchange-log.ts';
import type { Audit } from '../audit.ts';
import type { Exchange } from '../target/http/exchange.ts';
import { type AssertionDetail, type AuditOutcome, AuditStop } from './audit-outcome.ts';
import { InterruptedError } from './interruption.ts';
import type { Verdict, VerdictCollector } from './verdict-collector.ts';

/** The result of one attempt to run an audit. */
export interface Attempt {
  /** The verdicts, keyed by requirement id. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly observations: Readonly<Record<string, unknown>>;
  readonly exchanges: readonly Exchange[];
  readonly ms: number;
}

export const toOutcomes = (
  { id, likelyCause }: Pick<Audit, 'id' | 'likelyCause'>,
  { verdicts, observations, exchanges, ms }: Attempt,
): readonly AuditOutcome[] => {
  const groups = new Map<string, { verdict: Verdict; requirements: string[] }>();
  for (const [requirement, verdict] of verdicts) {
    const key = `${verdict.status} ${verdict.message ?? ''}`;
    const group = groups.get(key) ?? { verdict, requirements: [] };
    group.requirements.push(requirement);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ verdict: { exchange, ...verdict }, requirements }) => {
    const shownExchanges = includeExchange(verdict.exchanges ?? exchanges, exchange);
    return {
      audit: id,
      requirements,
      ...(likelyCause !== undefined && { likelyCause }),
      observations,
      ...verdict,
      exchanges: shownExchanges,
      ...(exchange && { asserted: shownExchanges.indexOf(exchange) }),
      ms,
    };
  });
};

/** Creates the outcomes of an audit that did not run. */
export const toSkippedOutcomes = (
  audit: Pick<Audit, 'id' | 'likelyCause' | 'requirements'>,
  verdict: Verdict,
): readonly AuditOutcome[] => {
  const verdicts = new Map(audit.requirements.map((id) => [id, verdict]));
  return toOutcomes(audit, { verdicts, observations: {}, exchanges: [], ms: 0 });
};

export const mergeAttempts = (first: Attempt, second: Attempt): Attempt => ({
  ...second,
  verdicts: new Map(
    [...first.verdicts].map(([id, verdict]) => [
      id,
      mergeVerdicts(verdict, second.verdicts.get(id) ?? verdict),
    ]),
  ),
});

/**
 * Merges two verdicts on one requirement. A failure counts unless the second attempt passed. A second attempt that
 * could not run changes nothing.
 */
const mergeVerdicts = (first: Verdict, second: Verdict): Verdict => {
  if (first.status === second.status) return second;
  if (first.status === 'FAIL') return hasPassed(second) ? createFlakyVerdict(first, 'second', second) : first;
  return second.status === 'FAIL' && hasPassed(first) ? createFlakyVerdict(second, 'first', first) : second;
};

const hasPassed = ({ status }: Verdict): boolean => status === 'PASS' || status === 'WARN';

const createFlakyVerdict = (failed: Verdict, which: string, otherVerdict: Verdict): Verdict => ({
  ...failed,
  status: 'FLAKY',
  message: `${failed.message} (a ${which} try ended ${otherVerdict.status})`,
});

/** What an audit recorded while it ran. */
interface AuditEvidence {
  readonly verdictCollector: VerdictCollector;
  readonly log: ExchangeLog;
  readonly observations: Readonly<Record<string, unknown>>;
}

/**
 * Decides an audit's verdict on one of its requirements. A failed assertion about the requirement takes precedence,
 * followed by whatever ended the audit. An audit that ran to its end passes only if the audit made at least one
 * assertion and one exchange.
 */
export const decideVerdict = (
  id: string,
  interruption: Verdict | undefined,
  { verdictCollector, log, observations }: AuditEvidence,
): Verdict => {
  const verdict = verdictCollector.verdictOn(id);
  if (verdict?.status === 'FAIL') return verdict;
  if (interruption) return excuseErrorAfterFailure(interruption, verdictCollector.isAnyBlamed());
  if (verdict) return log.total() > 0 || verdict.status !== 'PASS' ? verdict : noExchangeVerdict;
  if (verdictCollector.isAnyBlamed()) return notReachedVerdict;
  return Object.keys(observations).length > 0 ? { status: 'OBSERVED' } : noAssertionVerdict;
};

const notReachedVerdict: Verdict = {
  status: 'NOT_VERIFIED',
  message: 'Not reached: the audit failed earlier, for another requirement',
};
const noExchangeVerdict: Verdict = { status: 'HARNESS_ERROR', message: 'The audit recorded no exchange' };
const noAssertionVerdict: Verdict = { status: 'HARNESS_ERROR', message: 'The audit asserted nothing' };

/**
 * An audit that continues after a failed assertion may throw because of the same defect. Such an exception is not an
 * error of the kit.
 */
const excuseErrorAfterFailure = (interruption: Verdict, isAnyBlamed: boolean): Verdict =>
  isAnyBlamed && interruption.status === 'HARNESS_ERROR' ? notReachedVerdict : interruption;

export const interruptedVerdict: Verdict = {
  status: 'NOT_VERIFIED',
  message: 'The run was interrupted first',
};

/** Creates the verdict on all open requirements of an audit that stopped itself. */
export const toVerdict = ({ status, message, detail }: AuditStop): Verdict => ({
  status,
  message,
  ...omitUndefined(detail),
  // The kit's own errors are thrown as other errors.
  ...(status === 'HARNESS_ERROR' && { isSetupFault: true }),
});

/** Creates the verdict on all open requirements of an audit that an error ended. */
export const toErrorVerdict = (error: unknown): Verdict => {
  if (error instanceof AuditStop) return toVerdict(error);
  if (error instanceof InterruptedError) return interruptedVerdict;
  if (error instanceof AuditTimeoutError) return { status: 'NOT_VERIFIED', message: error.message };
  return {
    status: 'HARNESS_ERROR',
    message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  };
};

const omitUndefined = ({
  expected,
  actual,
  line,
  exchange,
  isSideEffect,
}: AssertionDetail): Partial<Verdict> => ({
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
  ...(line !== undefined && { line }),
  ...(exchange !== undefined && { exchange }),
  ...(isSideEffect && { isSideEffect }),
});

/** Thrown if an audit exceeds its time limit. */
class AuditTimeoutError extends Error {}

/**
 * Waits for work to finish, for at most `ms` milliseconds.
 * @throws AuditTimeoutError if the work takes longer
 */
export const withTimeout = async <T>(ms: number, work: Promise<T>): Promise<undefined> => {
  const over = new AbortController();
  const limit = wait(ms, undefined, { signal: over.signal }).then(() => {
    throw new AuditTimeoutError(`Not finished within ${ms} ms; timeouts.audit of the manifest allows more`);
  });
  limit.catch(() => {});
  try {
    await Promise.race([work, limit]);
  } finally {
    over.abort();
  }
  return undefined;
};
