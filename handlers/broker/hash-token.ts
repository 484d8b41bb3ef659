import { createHash } from 'node:crypto';

/** How a token is told to relays, which see it in full when a client shows it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
