import { type Exchange, getReplyExchange, getRequestPath, type Reply } from '../target/http/exchange.ts';
import type { Snapshot } from './snapshot.ts';

/** Finds the last exchange that a message names, such as `GET /api/health`. */
export const findNamedExchange = (message: string, exchanges: readonly Exchange[]): Exchange | undefined =>
  exchanges.findLast(({ request }) =>
    mentionsRequest(message, `${request.method} ${getRequestPath(request)}`),
  );

/** Whether a text mentions a request by this title, and not only as the beginning of a longer path. */
const mentionsRequest = (text: string, title: string): boolean => {
  const start = text.indexOf(title);
  return start >= 0 && /^([\s,:;)]|$)/.test(text.slice(start + title.length));
};

const isChange = ({ request: { method } }: Exchange): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/**
 * Tracks which exchanges an audit's next assertion may be about: since the previous assertion or precondition, those
 * whose replies the audit has read, and those that may have changed something, whose effects it observes elsewhere.
 */
export const createAssertedExchangeFinder = (log: ExchangeLog) => {
  const candidates = new Set<Exchange>();
  const lastExchangesBefore = new WeakMap<Snapshot, Exchange | undefined>();
  return {
    markRead(exchange: Exchange): void {
      candidates.add(exchange);
    },
    add(exchange: Exchange): void {
      if (isChange(exchange)) candidates.add(exchange);
    },
    /** Forgets all candidates, because the next assertion is about what happens from now on. */
    forget(): void {
      candidates.clear();
    },
    /** Returns the exchange of a reply or, without a reply, the latest candidate. */
    find(message: string, reply?: Reply): Exchange | undefined {
      if (reply) return log.getReported(getReplyExchange(reply));
      const recorded = log.since(0);
      return findNamedExchange(message, log.chain()) ?? recorded.findLast((one) => candidates.has(one));
    },
    markSnapshot(snapshot: Snapshot): void {
      lastExchangesBefore.set(snapshot, log.since(0).at(-1));
    },
    /** Returns the last request since a snapshot that may have changed something, or the last request of any kind. */
    findChangeSince(snapshot: Snapshot): Exchange | undefined {
      const recorded = log.since(0);
      const last = lastExchangesBefore.get(snapshot);
      const later = recorded.slice(last ? recorded.indexOf(last) + 1 : 0);
      return later.findLast(isChange) ?? later.at(-1);
    },
  };
};

/** Adds the asserted exchange to the exchanges of a report, if it is not among them. */
export const includeExchange = (
  exchanges: readonly Exchange[],
  exchange: Exchange | undefined,
): readonly Exchange[] =>
  exchange === undefined || exchanges.includes(exchange) ? exchanges : [exchange, ...exchanges];

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
