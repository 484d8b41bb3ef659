import { createHash } from 'node:crypto';

/**
 * Hashes a token for relays, because the service doesn't send tokens to relays. Relays receive tokens only from
 * clients.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
