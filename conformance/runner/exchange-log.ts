import type { Exchange } from '../target/http/exchange.ts';

/** Longest chain that a report shows; the last exchanges are the ones that explain a failure. */
const maxReportedExchanges = 8;

/** The same for a shrunk input: all of it takes part in the failure. */
const maxReportedInputExchanges = 40;

/** Longest body that a report shows, in characters. */
const maxBodyChars = 4_000;

const truncateBody = (body: string): string =>
  body.length <= maxBodyChars ? body : `${body.slice(0, maxBodyChars)}… (${body.length} characters)`;

const toReportedExchange = ({ request, response, ...rest }: Exchange): Exchange => ({
  ...rest,
  request: { ...request, ...(request.body !== undefined && { body: truncateBody(request.body) }) },
  ...(response && { response: { ...response, body: truncateBody(response.body) } }),
});

/** The exchanges of one audit, in order. */
export const createExchangeLog = () => {
  let recorded: Exchange[] = [];
  let total = 0;
  let longest = maxReportedExchanges;
  return {
    add(exchange: Exchange): void {
      recorded.push(toReportedExchange(exchange));
      total += 1;
    },
    mark: (): number => recorded.length,
    since: (mark: number): readonly Exchange[] => recorded.slice(mark),
    /** Keeps only these: the ones that a shrunk input needed. */
    narrow(chain: readonly Exchange[]): void {
      recorded = [...chain];
      longest = maxReportedInputExchanges;
    },
    /** Forgets what came after a mark: thousands of inputs that hold need not be kept. */
    forget(mark: number): void {
      recorded = recorded.slice(0, mark);
    },
    chain: (): readonly Exchange[] => recorded.slice(-longest),
    total: (): number => total,
  };
};

export type ExchangeLog = ReturnType<typeof createExchangeLog>;
