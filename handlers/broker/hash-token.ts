import { createHash } from 'node:crypto';

/** Hashes a token for relays, which get the token itself only from clients. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
