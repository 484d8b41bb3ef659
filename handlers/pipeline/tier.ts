import { hubPath } from '#spec/address.ts';
import type { OperationSpec } from '#spec/contract/operation.ts';
import { Fault } from '#spec/errors.ts';
import type { Security } from '../security/security.ts';
import type { Call } from './call.ts';

type Tier = NonNullable<OperationSpec['tier']> | 'gated';

const isUnder = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** The tier of a path that has no operation: everything under /api is gated, but for the schemas and the hub. */
export const tierOfPath = (path: string): Tier =>
  isUnder(path, '/api') && !isUnder(path, '/api/schemas') && path !== hubPath ? 'gated' : 'free';

/**
 * Whether the caller has the token; refuses a call that may not go on (description: 'Authentication').
 * @throws Fault API_DISABLED, UNAUTHORIZED, RATE_LIMITED
 */
export const checkTier = (security: Security, call: Call, tier: Tier): boolean => {
  const token = tier === 'hub' ? (call.token ?? hubToken(call.query, call.authorization)) : call.token;
  const authenticated = security.isToken(token);
  if (tier === 'free') return authenticated;
  const fault =
    tier === 'hub'
      ? hubRefusal(security, token, call.address)
      : (switchedOff(security) ??
        (authenticated ? undefined : noToken(security, token, 'The X-API-Key header', call.address)));
  if (fault) throw fault;
  return authenticated;
};

/** The token that a client of the hub brings; the query serves browsers, which cannot set headers on a WebSocket. */
export const hubToken = (query: string, authorization: string | undefined): string | undefined =>
  new URLSearchParams(query).get('access_token') ?? /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];

/**
 * Why the hub is closed to whoever shows this token; undefined when it is open (register: C-86).
 * @param address counts a wrong token as one that came from there
 */
export const hubRefusal = (
  security: Security,
  token: string | undefined,
  address?: string,
): Fault | undefined => {
  const off = switchedOff(security);
  if (off || !security.settings.hubRequiresToken || security.isToken(token)) return off;
  return noToken(security, token, 'The query parameter access_token, or Bearer header,', address);
};

const switchedOff = ({ settings }: Security): Fault | undefined =>
  settings.apiEnabled ? undefined : new Fault('API_DISABLED', 'The external API is switched off.');

const noToken = (
  security: Security,
  token: string | undefined,
  place: string,
  address: string | undefined,
): Fault => {
  if (token === undefined) return new Fault('UNAUTHORIZED', `${place} is missing.`);
  const wait = address === undefined ? 0 : security.countWrongToken(address);
  if (wait === 0) return new Fault('UNAUTHORIZED', `${place} holds no valid token.`);
  return new Fault('RATE_LIMITED', 'Too many wrong tokens came from this address.', { retryAfter: wait });
};
