import type { Exchange } from '../target/http/exchange.ts';
import type { AssertionDetail, AssertionValues, Status } from './audit-outcome.ts';

/** The verdict that one attempt at an audit reaches on one requirement. */
export interface Verdict extends AssertionValues {
  readonly status: Status;
  readonly message?: string;
  /** The exchange that the deciding assertion is about. */
  readonly exchange?: Exchange;
  readonly isSideEffect?: true;
  readonly isSetupFault?: true;
  /** The exchanges before the deciding assertion. The default is all exchanges of the attempt. */
  readonly exchanges?: readonly Exchange[];
}

/** An assertion that failed, with the requirements that it belongs to. */
export interface FailedAssertion extends AssertionDetail {
  readonly ids: readonly string[];
  readonly message: string;
  readonly exchanges: readonly Exchange[];
}

/** Collects the results of an audit's assertions, grouped by requirement. */
export const createVerdictCollector = (requirements: readonly string[]) => {
  const evaluatedIds = new Set<string>();
  const warned = new Map<string, FailedAssertion>();
  const undecided = new Map<string, string>();
  let blamed: FailedAssertion[] = [];

  const getVerdict = (id: string): Verdict | undefined => {
    const failure = blamed.find(({ ids }) => ids.includes(id));
    if (failure) return createVerdict('FAIL', failure);
    const reason = undecided.get(id);
    if (reason !== undefined) return { status: 'NOT_VERIFIED', message: reason };
    const warning = warned.get(id);
    if (warning) return createVerdict('WARN', warning);
    return evaluatedIds.has(id) ? { status: 'PASS' } : undefined;
  };

  return {
    requirements,
    /** Records that an assertion about these requirements was made, regardless of its result. */
    markEvaluated(ids: readonly string[]): void {
      for (const id of ids) evaluatedIds.add(id);
    },
    blame(failure: FailedAssertion): void {
      blamed.push(failure);
    },
    /** Records that an assertion about these requirements decides nothing, and why. */
    leaveUndecided(ids: readonly string[], reason: string): void {
      for (const id of ids) if (!undecided.has(id)) undecided.set(id, reason);
    },
    warn(failure: FailedAssertion): void {
      for (const id of failure.ids) if (!warned.has(id)) warned.set(id, failure);
    },
    /**
     * Runs work, and returns the assertions that failed during this work, in order. The collector then forgets these
     * failures.
     */
    async during(work: () => Promise<void>): Promise<readonly FailedAssertion[]> {
      const before = blamed.length;
      await work();
      const newFailures = blamed.slice(before);
      blamed = blamed.slice(0, before);
      return newFailures;
    },
    isAnyBlamed: (): boolean => blamed.length > 0,
    /**
     * Returns the verdict that the assertions imply for a requirement. Returns `undefined` if no assertion named the
     * requirement.
     */
    verdictOn: getVerdict,
  };
};

export type VerdictCollector = ReturnType<typeof createVerdictCollector>;

const createVerdict = (
  status: Status,
  { message, expected, actual, line, exchange, isSideEffect, exchanges }: FailedAssertion,
): Verdict => ({
  status,
  message,
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
  ...(line !== undefined && { line }),
  ...(exchange !== undefined && { exchange }),
  ...(isSideEffect && { isSideEffect }),
  exchanges,
});
