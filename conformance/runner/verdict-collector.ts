import type { Exchange } from '../target/http/exchange.ts';
import type { AssertionDetail, Status } from './audit-outcome.ts';

/** What came of one requirement in one attempt at an audit. */
export interface Verdict extends AssertionDetail {
  readonly status: Status;
  readonly message?: string;
  /** Of the moment that decided; those of the whole attempt when absent. */
  readonly exchanges?: readonly Exchange[];
}

/** A line that does not hold for some requirements. */
export interface FailedAssertion extends AssertionDetail {
  readonly ids: readonly string[];
  readonly message: string;
  readonly exchanges: readonly Exchange[];
}

/** Keeps what the lines of an audit decide for its requirements, one by one. */
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
    /** A line of these requirements was judged, however it came out. */
    judge(ids: readonly string[]): void {
      for (const id of ids) judged.add(id);
    },
    blame(blame: FailedAssertion): void {
      blamed.push(blame);
    },
    warn(blame: FailedAssertion): void {
      for (const id of blame.ids) if (!warned.has(id)) warned.set(id, blame);
    },
    /** Does something, and answers the blames that it brought, the first first; the docket forgets about them. */
    async during(work: () => Promise<void>): Promise<readonly FailedAssertion[]> {
      const before = blamed.length;
      await work();
      const brought = blamed.slice(before);
      blamed = blamed.slice(0, before);
      return brought;
    },
    isAnyBlamed: (): boolean => blamed.length > 0,
    /** What its lines decided about a requirement; undefined when none spoke of it. */
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
