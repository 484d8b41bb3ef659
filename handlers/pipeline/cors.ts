/** Cross-origin policy: loopback origins are reflected, never a wildcard (description: 'Authentication'). */
import { ApiError } from '#spec/errors.ts';
import { isLoopbackHost } from '#runtime/devices/loopback-host.ts';
import type { Call } from './call.ts';

export { isLoopbackOrigin as isAllowedOrigin } from '#runtime/devices/loopback-host.ts';

/** Whether the Host header of a call names this machine. */
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

/** Returns the headers of a response to an allowed origin. Vary keeps caches from mixing origins. */
export const getCorsHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined
    ? noHeaders
    : {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'Allow, ETag, Retry-After, X-Hint, X-Ignored, X-Total-Count',
        Vary: 'Origin',
      };

/** Returns the headers of the response to a preflight. */
export const getPreflightHeaders = (origin: string): Readonly<Record<string, string>> => ({
  ...getCorsHeaders(origin),
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': allowedRequestHeaders,
  'Access-Control-Max-Age': '600',
});

const noHeaders = {};
