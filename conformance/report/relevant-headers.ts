import type { Exchange } from '../target/http/exchange.ts';

type Headers = Readonly<Record<string, string>>;

/** Told only where they are not what every JSON exchange has. */
const usualHeaders: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json/,
  accept: /^application\/json$/,
};

const relevantRequestHeaders = /^(accept|content-type|origin|access-control-request-\w+)$/;
const relevantResponseHeaders =
  /^(content-type|x-total-count|x-ignored|location|allow|retry-after|www-authenticate|access-control-[\w-]+)$/;

const selectHeaders = (headers: Headers, matters: RegExp): readonly string[] =>
  Object.entries(headers)
    .filter(([name, value]) => matters.test(name) && !usualHeaders[name]?.test(value))
    .map(([name, value]) => `${name}: ${value}`);

/** Whether a request to the interface goes without a token. */
const isTokenless = ({ request: { headers, url }, transport }: Exchange): boolean =>
  transport === 'http' &&
  /^[^?]*\/api\//.test(url) &&
  !('x-api-key' in headers) &&
  !url.includes('access_token=');

/** What of the headers an answer may hang on: of the request, with a missing token, and of the answer. */
export const getRelevantHeaders = (exchange: Exchange) => ({
  request: [
    ...selectHeaders(exchange.request.headers, relevantRequestHeaders),
    ...(isTokenless(exchange) ? ['no token'] : []),
  ],
  response: selectHeaders(exchange.response?.headers ?? {}, relevantResponseHeaders),
});
