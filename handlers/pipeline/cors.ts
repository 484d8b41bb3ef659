/**
 * The cross-origin policy: responses name an allowed loopback origin, and never use a wildcard (description:
 * 'Authentication').
 */
import { ApiError } from '#spec/errors.ts';
import { isLoopbackHost } from '#runtime/shared/host-checks.ts';
import type { Call } from './call.ts';

export { isLoopbackOrigin as isAllowedOrigin } from '#runtime/shared/host-checks.ts';

/** Whether a call's Host header names this machine. */
export const isOwnHost = ({ host, remoteListener }: Pick<Call, 'host' | 'remoteListener'>): boolean =>
  remoteListener ? remoteListener.isOwnHost(host) : isLoopbackHost(host);

export const createOriginError = (origin: string | undefined): ApiError =>
  new ApiError('ORIGIN_FORBIDDEN', `The origin '${origin}' is not on this machine.`);

export const createHostError = ({
  host,
  remoteListener,
}: Pick<Call, 'host' | 'remoteListener'>): ApiError => {
  const reason = `The host '${host}' is not a name of this machine.`;
  return remoteListener
    ? new ApiError('ORIGIN_FORBIDDEN', reason, undefined, 'Add it to lan.names in the settings file.')
    : new ApiError('ORIGIN_FORBIDDEN', reason);
};

const allowedRequestHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'X-API-Key',
  'X-Requested-With',
  'X-SignalR-User-Agent',
].join(', ');

/** Returns the headers of a response to an allowed origin. The Vary header prevents caches from mixing up origins. */
export const getCorsHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? noHeaders
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'Allow, ETag, Retry-After, X-Hint, X-Ignored, X-Total-Count',
        Vary: 'Origin',
      };

/** Returns the headers of a response to a CORS preflight request. */
export const getPreflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...getCorsHeaders(origin),
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': allowedRequestHeaders,
  'Access-Control-Max-Age': '600',
});

const noHeaders = {};
