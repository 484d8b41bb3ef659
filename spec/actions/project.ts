import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const tagList = z.array(z.string());

const projectPath = z.string().describe('Folder of the project');

export const projectActions = {
  open: defineAction({
    summary: 'Open a project, in place of the one that is open',
    description:
      'The one that is open is saved and closed first; when the other cannot be opened, it stays. A project that is open already is left as it is.',
    parameters: () =>
      z.object({
        path: z
          .string()
          .min(1)
          .describe('Absolute path of the folder of the project, or of its project.json'),
      }),
    result: () => z.object({ projectName: z.string().describe('Name of the project') }),
    timeout: 60,
    later: true,
  }),
  close: defineAction({
    summary: 'Close the open project',
    description:
      'Graphs stop and are gone from the runtime; the scene stays. No edit is lost: those that are in no file yet stay in the journal of edits, which the project is opened with.',
    parameters: () =>
      z.object({
        save: z
          .boolean()
          .default(false)
          .describe('Write every edit to its file first, and close nothing when that fails'),
      }),
    result: () => z.object({ closed: z.boolean().describe('Whether a project was open') }),
    timeout: 60,
    later: true,
  }),
  save: defineAction({
    summary: 'Write all edits of the open project to its files',
    description: 'The service does so by itself in quiet moments; this tells when it is done.',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        path: projectPath,
        revision: z.int().describe('How many edits were noted since the project was opened'),
      }),
    timeout: 60,
    later: true,
  }),
  info: defineAction({
    summary: 'Tell which project is open',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        name: z.string().describe('Name of the project'),
        path: projectPath,
        revision: z.int().describe('How many edits were noted since the project was opened'),
        dirty: z.boolean().describe('Whether there are edits that are in the journal of edits alone'),
      }),
    later: true,
  }),
  refresh: defineAction({
    summary: 'Look at once for asset files that came, changed or went',
    description:
      'Changes on disk are noticed by themselves within a second; this is for those who cannot wait.',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        added: tagList.describe('Tags of assets that came'),
        removed: tagList.describe('Tags of assets that are gone'),
        changed: tagList.describe('Tags of assets that are others now'),
      }),
    timeout: 30,
    reads: 'folder',
  }),
} as const;
