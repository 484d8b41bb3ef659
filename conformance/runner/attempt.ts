/** Combines the results of one or two attempts at an audit. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange } from '../target/http/exchange.ts';
import type { Audit } from '../audit.ts';
import type { VerdictCollector, Verdict } from './verdict-collector.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { AuditOutcome, AssertionDetail } from './audit-outcome.ts';
import type { AuditStop } from './audit-stop.ts';

/** The result of one attempt at an audit. */
export interface Attempt {
  /** By requirement. */
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
  return [...groups.values()].map(({ verdict, requirements }) => ({
    audit: id,
    requirements,
    ...(likelyCause !== undefined && { likelyCause }),
    observations,
    exchanges,
    ...verdict,
    ms,
  }));
};

/** Merges two attempts. */
export const mergeAttempts = (first: Attempt, second: Attempt): Attempt => ({
  ...second,
  verdicts: new Map(
    [...first.verdicts].map(([id, verdict]) => [
      id,
      mergeVerdicts(verdict, second.verdicts.get(id) ?? verdict),
    ]),
  ),
});

/** A failure counts unless the second try passed. A second try that could not run changes nothing. */
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

/** What an audit recorded. */
interface AuditEvidence {
  readonly verdictCollector: VerdictCollector;
  readonly log: ExchangeLog;
  readonly observations: Readonly<Record<string, unknown>>;
}

/**
 * Decides the verdict of an audit on one of its requirements. A failed assertion of the requirement decides first, then
 * what ended the audit. An audit that ran to its end passes only with an assertion and an exchange.
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

/** An audit that continues after a failed assertion may throw because of what it found. That is no error of the kit. */
const excuseErrorAfterFailure = (interruption: Verdict, isAnyBlamed: boolean): Verdict =>
  isAnyBlamed && interruption.status === 'HARNESS_ERROR' ? notReachedVerdict : interruption;

export const interruptedVerdict: Verdict = {
  status: 'NOT_VERIFIED',
  message: 'The run was interrupted first',
};

/** The verdict for all open requirements when an audit stops itself. */
export const toVerdict = ({ status, message, detail }: AuditStop): Verdict => ({
  status,
  message,
  ...omitUndefined(detail),
});

const omitUndefined = ({ expected, actual, line }: AssertionDetail): AssertionDetail => ({
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
  ...(line !== undefined && { line }),
});

/** Thrown when an audit takes too long. */
export class AuditTimeoutError extends Error {}

/**
 * Waits for work up to a time limit, in milliseconds.
 * @throws AuditTimeoutError when it takes longer
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
