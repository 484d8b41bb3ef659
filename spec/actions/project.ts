import { z } from 'zod';
import { action } from '../contract/action.ts';

const tags = z.array(z.string());

export const project = {
  refresh: action({
    summary: 'Look at once for asset files that came, changed or went',
    description:
      'Changes on disk are noticed by themselves within a second; this is for those who cannot wait.',
    parameters: z.object({}),
    result: z.object({
      added: tags.describe('Tags of assets that came'),
      removed: tags.describe('Tags of assets that are gone'),
      changed: tags.describe('Tags of assets that are others now'),
    }),
    timeout: 30,
    reads: 'folder',
  }),
} as const;
