import type { Exchange } from '../target/http/exchange.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers that every JSON exchange contains. These headers are shown only if their values are unusual. */
const usualHeaders: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json/,
  accept: /^application\/json$/,
};

const relevantRequestHeaders = /^(accept|content-type|origin|access-control-request-\w+)$/;
const relevantResponseHeaders =
  /^(content-type|x-total-count|x-ignored|location|allow|retry-after|www-authenticate|access-control-[\w-]+)$/;

const selectHeaders = (headers: Headers, pattern: RegExp): readonly string[] =>
  Object.entries(headers)
    .filter(([name, value]) => pattern.test(name) && !usualHeaders[name]?.test(value))
    .map(([name, value]) => `${name}: ${value}`);

/** Whether an HTTP request has no token. */
const isTokenless = ({ request: { headers, url }, transport }: Exchange): boolean =>
  transport === 'http' &&
  /^[^?]*\/api\//.test(url) &&
  !('x-api-key' in headers) &&
  !url.includes('access_token=');

/**
 * Returns the headers that explain a response: those of the request, including a missing token, and those of the
 * response.
 */
export const getRelevantHeaders = (exchange: Exchange) => ({
  request: [
    ...selectHeaders(exchange.request.headers, relevantRequestHeaders),
    ...(isTokenless(exchange) ? ['no token'] : []),
  ],
  response: selectHeaders(exchange.response?.headers ?? {}, relevantResponseHeaders),
});
