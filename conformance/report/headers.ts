import type { Exchange } from '../target/http/exchange.ts';

type Headers = Readonly<Record<string, string>>;

/** Told only where they are not what every JSON exchange has. */
const usual: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json/,
  accept: /^application\/json$/,
};

const mattersOfRequest = /^(accept|content-type|origin|access-control-request-\w+)$/;
const mattersOfResponse =
  /^(content-type|x-total-count|x-ignored|location|allow|retry-after|www-authenticate|access-control-[\w-]+)$/;

const chosen = (headers: Headers, matters: RegExp): readonly string[] =>
  Object.entries(headers)
    .filter(([name, value]) => matters.test(name) && !usual[name]?.test(value))
    .map(([name, value]) => `${name}: ${value}`);

/** Whether a request to the interface goes without a token. */
const isTokenless = ({ request: { headers, url }, transport }: Exchange): boolean =>
  transport === 'http' &&
  /^[^?]*\/api\//.test(url) &&
  !('x-api-key' in headers) &&
  !url.includes('access_token=');

/** What of the headers an answer may hang on: of the request, with a missing token, and of the answer. */
export const telling = (exchange: Exchange) => ({
  request: [
    ...chosen(exchange.request.headers, mattersOfRequest),
    ...(isTokenless(exchange) ? ['no token'] : []),
  ],
  response: chosen(exchange.response?.headers ?? {}, mattersOfResponse),
});
