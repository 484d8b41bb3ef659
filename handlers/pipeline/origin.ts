import { Fault } from '#spec/errors.ts';

/** Cross-origin policy: loopback origins are reflected, never a wildcard (description: 'Authentication'). */
const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/** Whether a caller of this origin may be answered. Callers that are no browser send none. */
export const isAllowedOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackOrigin.test(origin);

const loopbackHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

export const foreignOrigin = (origin: string | undefined): Fault =>
  new Fault('ORIGIN_FORBIDDEN', `The origin '${origin}' is not on this machine.`);

export const foreignHost = (host: string | undefined): Fault =>
  new Fault('ORIGIN_FORBIDDEN', `The host '${host}' is not a name of this machine.`);

/** Whether a Host header names this machine: a page that rebinds its own name to loopback sends that name. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  host === undefined || loopbackHost.test(host);

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'X-API-Key',
  'X-Requested-With',
  'X-SignalR-User-Agent',
].join(', ');

/** Headers for an answer to an allowed browser origin; Vary keeps caches from mixing origins. */
export const corsHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? noHeaders
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'Allow, ETag, Retry-After, X-Hint, X-Ignored, X-Total-Count',
        Vary: 'Origin',
      };

/** Headers for the answer to a preflight. */
export const preflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...corsHeaders(origin),
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': requestHeaders,
  'Access-Control-Max-Age': '600',
});

const noHeaders = {};
