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
  const judged = new Set<string>();
  const warned = new Map<string, FailedAssertion>();
  let blamed: FailedAssertion[] = [];

  const verdictOn = (id: string): Verdict | undefined => {
    const blame = blamed.find(({ ids }) => ids.includes(id));
    if (blame) return createVerdict('FAIL', blame);
    const warning = warned.get(id);
    if (warning) return createVerdict('WARN', warning);
    return judged.has(id) ? { status: 'PASS' } : undefined;
  };

  return {
    requirements,
    /** Records that an assertion was made for these requirements, whatever its result. */
    judge(ids: readonly string[]): void {
      for (const id of ids) judged.add(id);
    },
    blame(blame: FailedAssertion): void {
      blamed.push(blame);
    },
    warn(blame: FailedAssertion): void {
      for (const id of blame.ids) if (!warned.has(id)) warned.set(id, blame);
    },
    /** Runs work and returns the failed assertions in it, in order. The collector forgets them. */
    async during(work: () => Promise<void>): Promise<readonly FailedAssertion[]> {
      const before = blamed.length;
      await work();
      const brought = blamed.slice(before);
      blamed = blamed.slice(0, before);
      return brought;
    },
    isAnyBlamed: (): boolean => blamed.length > 0,
    /** The verdict of its assertions on a requirement; undefined if none named it. */
    verdictOn,
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
