import { z } from 'zod';
import { action } from '../contract/action.ts';
import { severities } from '../events.ts';

export const log = {
  console: action({
    summary: 'Write a console entry',
    parameters: z.object({
      message: z.string(),
      severity: z.enum(severities).default('log'),
    }),
    result: z.object({ id: z.string() }),
    named: true,
  }),
} as const;
