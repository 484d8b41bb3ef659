import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const tagList = z.array(z.string());

const projectPath = z.string().describe('Folder of the project');

export const projectActions = {
  open: defineAction({
    summary: 'Open a project, replacing the open one',
    description:
      'Saves and closes the open project first; if the other cannot be opened, it stays open. Does nothing if the project is already open.',
    parameters: () => ({
      path: z.string().min(1).describe('Absolute path of the folder of the project, or of its project.json'),
    }),
    result: () => ({ projectName: z.string().describe('Name of the project') }),
    timeout: 60,
    later: true,
    byService: true,
  }),
  close: defineAction({
    summary: 'Close the open project',
    description:
      'Stops graphs and removes them from the runtime. The scene stays. No edit is lost: edits that are not in files yet stay in the journal, which is read when the project is opened again.',
    parameters: () => ({
      save: z
        .boolean()
        .default(false)
        .describe('Save every edit to its file first, and do not close if that fails'),
    }),
    result: () => ({ closed: z.boolean().describe('Whether a project was open') }),
    timeout: 60,
    later: true,
    byService: true,
  }),
  save: defineAction({
    summary: 'Save all edits of the open project to its files',
    description: 'The service also saves when idle; this returns when everything is saved.',
    parameters: () => ({}),
    result: () => ({
      path: projectPath,
      revision: z.int().describe('Number of edits since the project was opened'),
    }),
    timeout: 60,
    later: true,
    byService: true,
  }),
  info: defineAction({
    summary: 'Get the open project',
    parameters: () => ({}),
    result: () => ({
      name: z.string().describe('Name of the project'),
      path: projectPath,
      revision: z.int().describe('Number of edits since the project was opened'),
      dirty: z.boolean().describe('Whether some edits are only in the journal'),
    }),
    later: true,
    byService: true,
  }),
  refresh: defineAction({
    summary: 'Scan at once for added, changed and removed asset files',
    description: 'Changes on disk are detected automatically within a second. Use this if you cannot wait.',
    parameters: () => ({}),
    result: () => ({
      added: tagList.describe('Tags of added assets'),
      removed: tagList.describe('Tags of removed assets'),
      changed: tagList.describe('Tags of changed assets'),
    }),
    timeout: 30,
    reads: 'folder',
  }),
} as const;
