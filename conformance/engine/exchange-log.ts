import type { Exchange } from '../http/exchange.ts';

/** Longest chain that a report shows; the last exchanges are the ones that explain a failure. */
const shown = 8;

/** The exchanges of one audit, in order. */
export const createExchangeLog = () => {
  let recorded: Exchange[] = [];
  let total = 0;
  return {
    add(exchange: Exchange): void {
      recorded.push(exchange);
      total += 1;
    },
    mark: (): number => recorded.length,
    since: (mark: number): readonly Exchange[] => recorded.slice(mark),
    /** Keeps only these: the ones that a shrunk input needed. */
    narrow(chain: readonly Exchange[]): void {
      recorded = [...chain];
    },
    chain: (): readonly Exchange[] => recorded.slice(-shown),
    total: (): number => total,
  };
};

export type ExchangeLog = ReturnType<typeof createExchangeLog>;
