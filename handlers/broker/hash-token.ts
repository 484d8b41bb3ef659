import { createHash } from 'node:crypto';

/** Hashes a token for relays. The service doesn't send tokens to relays, which receive them only from clients. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
