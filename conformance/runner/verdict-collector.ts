import type { Exchange } from '../target/http/exchange.ts';
import type { AssertionDetail, Status } from './audit-outcome.ts';

/** The verdict on one requirement in one attempt at an audit. */
export interface Verdict extends AssertionDetail {
  readonly status: Status;
  readonly message?: string;
  /** The exchanges before the deciding assertion; those of the whole attempt by default. */
  readonly exchanges?: readonly Exchange[];
}

/** An assertion that fails for some requirements. */
export interface FailedAssertion extends AssertionDetail {
  readonly ids: readonly string[];
  readonly message: string;
  readonly exchanges: readonly Exchange[];
}

/** Collects what the assertions of an audit decide, by requirement. */
export const createVerdictCollector = (requirements: readonly string[]) => {
  const evaluatedIds = new Set<string>();
  const warned = new Map<string, FailedAssertion>();
  let blamed: FailedAssertion[] = [];

  const getVerdict = (id: string): Verdict | undefined => {
    const failure = blamed.find(({ ids }) => ids.includes(id));
    if (failure) return createVerdict('FAIL', failure);
    const warning = warned.get(id);
    if (warning) return createVerdict('WARN', warning);
    return evaluatedIds.has(id) ? { status: 'PASS' } : undefined;
  };

  return {
    requirements,
    /** Records that an assertion was made for these requirements, whatever its result. */
    markEvaluated(ids: readonly string[]): void {
      for (const id of ids) evaluatedIds.add(id);
    },
    blame(failure: FailedAssertion): void {
      blamed.push(failure);
    },
    warn(failure: FailedAssertion): void {
      for (const id of failure.ids) if (!warned.has(id)) warned.set(id, failure);
    },
    /** Runs work and returns the failed assertions in it, in order. The collector forgets them. */
    async during(work: () => Promise<void>): Promise<readonly FailedAssertion[]> {
      const before = blamed.length;
      await work();
      const newFailures = blamed.slice(before);
      blamed = blamed.slice(0, before);
      return newFailures;
    },
    isAnyBlamed: (): boolean => blamed.length > 0,
    /** The verdict of its assertions on a requirement; undefined if none named it. */
    verdictOn: getVerdict,
  };
};

export type VerdictCollector = ReturnType<typeof createVerdictCollector>;

const createVerdict = (
  status: Status,
  { message, expected, actual, line, exchanges }: FailedAssertion,
): Verdict => ({
  status,
  message,
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
  ...(line !== undefined && { line }),
  exchanges,
});
