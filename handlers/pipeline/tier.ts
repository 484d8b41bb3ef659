import { hubPath } from '#spec/service-address.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import type { Security } from '../security/security.ts';
import type { Call, Entrance } from './call.ts';

export type Tier = NonNullable<OperationSpec['tier']> | 'gated';

const isUnder = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** The tier of a path that has no operation: everything under /api is gated, but for the schemas and the hub. */
export const tierOfPath = (path: string): Tier =>
  isUnder(path, '/api') && !isUnder(path, '/api/schemas') && path !== hubPath ? 'gated' : 'free';

/**
 * Whether the caller has the token; refuses a call that may not go on (description: 'Authentication').
 * @throws Fault API_DISABLED, UNAUTHORIZED, RATE_LIMITED
 */
export const checkTier = (security: Security, call: Call, tier: Tier): boolean => {
  const token = callToken(call, tier);
  const judged = judgeToken(security, token, call);
  if (tier === 'free') {
    // The health tells whether a token is right, too.
    if (judged === 'wrong' && call.entrance) countWrong(security, call);
    return judged === 'right';
  }
  const off = switchedOff(security);
  if (off) throw off;
  const place = tokenPlaces[tier] ?? 'The X-API-Key header';
  const isNeeded = tier !== 'hub' || needsToken(security, call);
  if (isNeeded && judged !== 'right') throw noToken(security, judged, place, call);
  return judged === 'right';
};

const hubPlace = 'The query parameter access_token, or Bearer header,';

const tokenPlaces: Partial<Record<Tier, string>> = {
  hub: hubPlace,
  agents: 'The X-API-Key or Bearer header',
};

/** The token of a call, from where an operation of this tier takes it. */
export const callToken = ({ token, query, authorization }: Call, tier: Tier): string | undefined => {
  if (token !== undefined || tier === 'gated' || tier === 'free') return token;
  return tier === 'hub' ? hubToken(query, authorization) : bearerToken(authorization);
};

const bearerToken = (authorization: string | undefined): string | undefined =>
  /^Bearer +(.+?) *$/i.exec(authorization ?? '')?.[1];

/** Where a token comes from. */
type Source = Pick<Call, 'address' | 'entrance'>;

/** What is to be said of a token; for how many seconds none is looked at that comes from there. */
type Judged = 'missing' | 'right' | 'wrong' | { readonly wait: number };

/** Whoever comes from another machine is not told of a token by any tier, once too many were wrong. */
const judgeToken = (
  { isToken, guesses }: Security,
  token: string | undefined,
  { address, entrance }: Source,
): Judged => {
  if (token === undefined) return 'missing';
  const wait = entrance ? guesses.waitOf(address) : 0;
  if (wait > 0) return { wait };
  if (!isToken(token)) return 'wrong';
  if (entrance) guesses.trust(address);
  return 'right';
};

/** The token that a client of the hub brings; the query serves browsers, which cannot set headers on a WebSocket. */
export const hubToken = (query: string, authorization: string | undefined): string | undefined =>
  new URLSearchParams(query).get('access_token') ?? bearerToken(authorization);

/** Other machines need the token for everything that the hub does. */
const needsToken = ({ settings }: Security, { entrance }: Pick<Call, 'entrance'>): boolean =>
  settings.hubRequiresToken || entrance !== undefined;

/**
 * Why the hub is closed to whoever shows this token; undefined when it is open (register: C-86).
 * @param address counts a wrong token as one that came from there
 */
export const hubRefusal = (
  security: Security,
  token: string | undefined,
  address?: string,
  entrance?: Entrance,
): ApiError | undefined => {
  const off = switchedOff(security);
  if (off || !needsToken(security, { entrance })) return off;
  if (address === undefined) return security.isToken(token) ? undefined : untaken(token, hubPlace);
  const source = { address, entrance };
  const judged = judgeToken(security, token, source);
  return judged === 'right' ? undefined : noToken(security, judged, hubPlace, source);
};

const switchedOff = ({ settings }: Security): ApiError | undefined =>
  settings.apiEnabled ? undefined : new ApiError('API_DISABLED', 'The external API is switched off.');

const noToken = (
  security: Security,
  judged: Exclude<Judged, 'right'>,
  place: string,
  source: Source,
): ApiError => {
  if (judged === 'missing') return untaken(undefined, place);
  const wait = judged === 'wrong' ? countWrong(security, source) : judged.wait;
  if (wait === 0) return untaken(judged, place);
  return new ApiError('RATE_LIMITED', 'Too many wrong tokens came from this address.', { retryAfter: wait });
};

const countWrong = ({ guesses }: Security, { address, entrance }: Source): number =>
  entrance ? guesses.countFar(address) : guesses.count(address);

const untaken = (token: unknown, place: string): ApiError =>
  new ApiError(
    'UNAUTHORIZED',
    token === undefined ? `${place} is missing.` : `${place} holds no valid token.`,
  );
