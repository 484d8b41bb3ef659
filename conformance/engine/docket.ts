import type { Exchange } from '../target/http/exchange.ts';
import type { Detail, Status } from './outcome.ts';

/** What came of one requirement in one attempt at an audit. */
export interface Verdict extends Detail {
  readonly status: Status;
  readonly message?: string;
  /** Of the moment that decided; those of the whole attempt when absent. */
  readonly exchanges?: readonly Exchange[];
}

/** A line that does not hold for some requirements. */
export interface Blame extends Detail {
  readonly ids: readonly string[];
  readonly message: string;
  readonly exchanges: readonly Exchange[];
}

/** Keeps what the lines of an audit decide for its requirements, one by one. */
export const createDocket = (requirements: readonly string[]) => {
  const judged = new Set<string>();
  const warned = new Map<string, Blame>();
  let blamed: Blame[] = [];

  const verdictOn = (id: string): Verdict | undefined => {
    const blame = blamed.find(({ ids }) => ids.includes(id));
    if (blame) return verdictFor('FAIL', blame);
    const warning = warned.get(id);
    if (warning) return verdictFor('WARN', warning);
    return judged.has(id) ? { status: 'PASS' } : undefined;
  };

  return {
    requirements,
    /** A line of these requirements was judged, however it came out. */
    judge(ids: readonly string[]): void {
      for (const id of ids) judged.add(id);
    },
    blame(blame: Blame): void {
      blamed.push(blame);
    },
    warn(blame: Blame): void {
      for (const id of blame.ids) if (!warned.has(id)) warned.set(id, blame);
    },
    /** Does something, and answers the blames that it brought, the first first; the docket forgets about them. */
    async during(work: () => Promise<void>): Promise<readonly Blame[]> {
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

export type Docket = ReturnType<typeof createDocket>;

const verdictFor = (status: Status, { message, expected, actual, line, exchanges }: Blame): Verdict => ({
  status,
  message,
  ...(expected !== undefined && { expected }),
  ...(actual !== undefined && { actual }),
  ...(line !== undefined && { line }),
  exchanges,
});
