import { isLoopbackHost } from '#runtime/shared/host-checks.ts';
import { ApiError } from '#spec/errors.ts';
import { hubPath } from '#spec/service-address.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import type { Security } from '../security/security.ts';
import type { Call, RemoteListener } from './call.ts';

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
  'If-None-Match',
  'If-Range',
  'Range',
  'X-API-Key',
  'X-Client-Name',
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
        'Access-Control-Expose-Headers':
          'Accept-Ranges, Allow, Content-Range, ETag, Retry-After, X-Hint, X-Ignored, X-Total-Count',
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

export type AccessTier = NonNullable<OperationSpec['tier']> | 'gated';

const isUnder = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** Returns the tier of a path that has no operation. Everything under /api is gated, except the schemas and the hub. */
export const getPathTier = (path: string): AccessTier =>
  isUnder(path, '/api') && !isUnder(path, '/api/schemas') && path !== hubPath ? 'gated' : 'free';

/**
 * Checks whether a call may run an operation of this tier, and whether the caller has the token (description:
 * 'Authentication').
 * @returns whether the caller has the token
 * @throws ApiError API_DISABLED, UNAUTHORIZED, RATE_LIMITED
 */
export const authorizeCall = (security: Security, call: Call, tier: AccessTier): boolean => {
  const token = getCallToken(call, tier);
  const verdict = verifyToken(security, token, call);
  if (tier === 'free') {
    // Free operations such as the health check also reveal whether a token is right, so wrong tokens count as failed
    // attempts here too.
    if (verdict === 'wrong' && call.remoteListener) countFailedAttempt(security, call);
    return verdict === 'right';
  }
  const disabledError = findApiDisabledError(security);
  if (disabledError) throw disabledError;
  const location = tokenLocations[tier] ?? 'The X-API-Key header';
  const isNeeded = tier !== 'hub' || isTokenRequired(security, call);
  if (isNeeded && verdict !== 'right') throw createTokenError(security, verdict, location, call);
  return verdict === 'right';
};

const hubTokenLocation = 'The query parameter access_token, or Bearer header,';

const tokenLocations: Partial<Record<AccessTier, string>> = {
  hub: hubTokenLocation,
  agents: 'The X-API-Key or Bearer header',
  media: 'The X-API-Key header, or query parameter access_token,',
};

/** Returns the call's token from the headers or the query, depending on what operations of this tier accept. */
export const getCallToken = ({ token, query, authorization }: Call, tier: AccessTier): string | undefined => {
  if (token !== undefined || tier === 'gated' || tier === 'free') return token;
  return tier === 'agents' ? parseBearerToken(authorization) : getHubToken(query, authorization);
};

const parseBearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(.+?) *$/i.exec(authorization ?? '')?.[1];

/** The address and the listener from which a token was received. */
type TokenSource = Pick<Call, 'address' | 'remoteListener'>;

/**
 * The result of checking a token. `wait` is the number of seconds until tokens from the caller's address are checked
 * again.
 */
type TokenVerdict = 'missing' | 'right' | 'wrong' | { readonly wait: number };

/**
 * Checks a token. After too many wrong tokens from an address on another machine, tokens from this address are no
 * longer checked in any tier.
 */
const verifyToken = (
  { isToken, authRateLimiter }: Security,
  token: string | undefined,
  { address, remoteListener }: TokenSource,
): TokenVerdict => {
  if (token === undefined) return 'missing';
  const waitSeconds = remoteListener ? authRateLimiter.getWaitSeconds(address) : 0;
  if (waitSeconds > 0) return { wait: waitSeconds };
  if (!isToken(token)) return 'wrong';
  if (remoteListener) authRateLimiter.trustAddress(address);
  return 'right';
};

/** Returns a hub client's token. The query can contain the token, because browsers can't set headers on a WebSocket. */
export const getHubToken = (query: string, authorization: string | undefined): string | undefined =>
  new URLSearchParams(query).get('access_token') ?? parseBearerToken(authorization);

/** Whether the hub requires the token. Clients on other machines always need it. */
const isTokenRequired = ({ settings }: Security, { remoteListener }: Pick<Call, 'remoteListener'>): boolean =>
  settings.hubRequiresToken || remoteListener !== undefined;

/**
 * Returns the reason why the hub rejects this token, or `undefined` if the hub accepts the client (C-86).
 * @param address the client's address, for which a wrong token counts as a failed attempt
 */
export const findHubAccessError = (
  security: Security,
  token: string | undefined,
  address?: string,
  remoteListener?: RemoteListener,
): ApiError | undefined => {
  const disabledError = findApiDisabledError(security);
  if (disabledError || !isTokenRequired(security, { remoteListener })) return disabledError;
  if (address === undefined)
    return security.isToken(token) ? undefined : createUnauthorizedError(token, hubTokenLocation);
  const source = { address, remoteListener };
  const verdict = verifyToken(security, token, source);
  return verdict === 'right' ? undefined : createTokenError(security, verdict, hubTokenLocation, source);
};

const findApiDisabledError = ({ settings }: Security): ApiError | undefined =>
  settings.apiEnabled ? undefined : new ApiError('API_DISABLED', 'The external API is switched off.');

const createTokenError = (
  security: Security,
  verdict: Exclude<TokenVerdict, 'right'>,
  location: string,
  source: TokenSource,
): ApiError => {
  if (verdict === 'missing') return createUnauthorizedError(undefined, location);
  const waitSeconds = verdict === 'wrong' ? countFailedAttempt(security, source) : verdict.wait;
  if (waitSeconds === 0) return createUnauthorizedError(verdict, location);
  return new ApiError('RATE_LIMITED', 'Too many wrong tokens came from this address.', {
    retryAfter: waitSeconds,
  });
};

const countFailedAttempt = (
  { authRateLimiter }: Security,
  { address, remoteListener }: TokenSource,
): number =>
  remoteListener ? authRateLimiter.countRemoteFailure(address) : authRateLimiter.countFailure(address);

const createUnauthorizedError = (token: unknown, location: string): ApiError =>
  new ApiError(
    'UNAUTHORIZED',
    token === undefined ? `${location} is missing.` : `${location} does not contain a valid token.`,
  );
