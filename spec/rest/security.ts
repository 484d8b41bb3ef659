import * as z from 'zod';
import { operation } from '../contract/operation.ts';

export const securityOperations = {
  rotateToken: operation({
    route: 'POST /api/security/token/rotate',
    area: 'security',
    summary: 'Replace the token in the settings file; for callers on this machine',
    description: 'The new token is only in the settings file. The old one is taken for graceSeconds more.',
    choice: 'C-20',
    returns: {
      200: z.object({
        tokenFile: z.string().describe('The settings file, in which apiToken is the new token'),
        graceSeconds: z.int(),
      }),
    },
    errors: ['CLIENT_NOT_ALLOWED'],
  }),
} as const;
