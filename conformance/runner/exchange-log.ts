import type { Exchange } from '../target/http/exchange.ts';

/** Maximum number of exchanges in a report. The last exchanges are kept, because they explain a failure. */
const maxReportedExchanges = 8;

/** Maximum number of exchanges in a report on a shrunk input, where every exchange contributes to the failure. */
const maxReportedInputExchanges = 40;

/** Maximum length of a body in a report, in characters. */
const maxBodyChars = 4_000;

const truncateBody = (body: string): string =>
  body.length <= maxBodyChars ? body : `${body.slice(0, maxBodyChars)}… (${body.length} characters)`;

const toReportedExchange = ({ request, response, ...metadata }: Exchange): Exchange => ({
  ...metadata,
  request: { ...request, ...(request.body !== undefined && { body: truncateBody(request.body) }) },
  ...(response && { response: { ...response, body: truncateBody(response.body) } }),
});

/** Creates a log of one audit's exchanges, in order. */
export const createExchangeLog = () => {
  let recorded: Exchange[] = [];
  let total = 0;
  let longest = maxReportedExchanges;
  const reportedExchanges = new WeakMap<Exchange, Exchange>();
  return {
    /** Records an exchange, and returns it as the report shows it. */
    add(exchange: Exchange): Exchange {
      const reported = toReportedExchange(exchange);
      reportedExchanges.set(exchange, reported);
      recorded.push(reported);
      total += 1;
      return reported;
    },
    /** Returns a recorded exchange as the report shows it. */
    getReported: (exchange: Exchange | undefined): Exchange | undefined =>
      exchange && reportedExchanges.get(exchange),
    mark: (): number => recorded.length,
    since: (mark: number): readonly Exchange[] => recorded.slice(mark),
    /** Keeps only the given exchanges, which are those that a shrunk input needed. */
    narrow(chain: readonly Exchange[]): void {
      recorded = [...chain];
      longest = maxReportedInputExchanges;
    },
    /**
     * Removes the exchanges after a mark, because there is no need to keep the exchanges of thousands of inputs for
     * which the property holds.
     */
    forget(mark: number): void {
      recorded = recorded.slice(0, mark);
    },
    chain: (): readonly Exchange[] => recorded.slice(-longest),
    total: (): number => total,
  };
};

export type ExchangeLog = ReturnType<typeof createExchangeLog>;
