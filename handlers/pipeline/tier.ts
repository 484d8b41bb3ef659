import { hubPath } from '#spec/address.ts';
import { Fault } from '#spec/errors.ts';
import type { Security } from '../security/security.ts';
import type { Call } from './call.ts';

const isUnder = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

/** Whether a path that has no operation is behind the token: everything under /api is, but for the schemas and the hub. */
export const isGatedPath = (path: string): boolean =>
  isUnder(path, '/api') && !isUnder(path, '/api/schemas') && path !== hubPath;

/**
 * Whether the caller has the token; refuses a gated call that may not go on (description: 'Authentication').
 * @throws Fault API_DISABLED, UNAUTHORIZED, RATE_LIMITED
 */
export const checkTier = (security: Security, call: Call, gated: boolean): boolean => {
  const authenticated = security.isToken(call.token);
  if (!gated) return authenticated;
  if (!security.settings.apiEnabled) {
    throw new Fault('API_DISABLED', 'The external API is switched off.');
  }
  if (authenticated) return true;
  const wait = call.token === undefined ? 0 : security.countWrongToken(call.address);
  if (wait > 0) {
    throw new Fault('RATE_LIMITED', 'Too many wrong tokens came from this address.', { retryAfter: wait });
  }
  const what =
    call.token === undefined
      ? 'The X-API-Key header is missing.'
      : 'The X-API-Key header holds no valid token.';
  throw new Fault('UNAUTHORIZED', what);
};
