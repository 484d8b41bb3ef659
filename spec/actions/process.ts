import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const processId = z.int().describe('Id of the process, as in process.start and process.loaded');

const ProcessRecord = z.object({
  processId,
  processName: z.string().describe('Name of the program'),
  path: z.string().describe('Path of the program without symbolic links'),
  state: z.enum(['loaded', 'exited']).describe('Whether it runs or has ended'),
  startTime: z.iso.datetime().describe('When it was loaded'),
  exitCode: z
    .int()
    .nullable()
    .describe('Exit code, or 128 plus the number of the signal that ended it; null while it runs'),
});

export type ProcessRecord = z.output<typeof ProcessRecord>;

export const processActions = {
  start: defineAction({
    summary: 'Start a program',
    description:
      'Returns once it is starting. process.loaded and process.exited report the rest, and the console shows its output. Only programs in the folders that ' +
      '`allowedPrograms` of the settings names can be started, never through a shell. They end with the service, as do the programs they start.',
    parameters: () => ({
      path: z
        .string()
        .min(1)
        .describe('An absolute path, or the name of a program in one of the folders that the settings allow'),
      arguments: z.array(z.string()).max(1000).default([]).describe('Arguments of the program'),
      workingDirectory: z
        .string()
        .min(1)
        .optional()
        .describe('Absolute path of a folder within the allowed ones; by default the folder of the program'),
      environment: z
        .record(z.string(), z.string())
        .default({})
        .describe(
          'Environment variables, in addition to those that every program gets: LANG, LANGUAGE, LC_*, TZ, TERM, COLORTERM, COLUMNS, LINES, NO_COLOR, FORCE_COLOR ' +
            'and those that `allowedProgramVariables` of the settings names',
        ),
    }),
    result: () => ({
      accepted: z.literal(true).describe('Confirms that it is starting'),
      processId: processId.describe('Id of the process'),
    }),
    later: true,
    named: true,
  }),
  stop: defineAction({
    summary: 'End a process and everything it has started',
    description: 'Asks it to end and kills it after 5 seconds; process.exited reports the end.',
    parameters: () => ({
      processId,
      force: z.boolean().default(false).describe('Kill it at once'),
    }),
    result: () => ({ stopped: z.boolean().describe('Whether it was running') }),
  }),
  list: defineAction({
    summary: 'List running processes, and the last hundred that have ended',
    parameters: () => ({}),
    result: () => ({ processes: z.array(ProcessRecord).describe('Every process, oldest first') }),
  }),
  sendInput: defineAction({
    summary: 'Write to the standard input of a process',
    description: 'Adds no line break. A process can have up to 1 MiB of unread input.',
    parameters: () => ({
      processId,
      text: z.string().max(1_000_000).describe('Text to write, as UTF-8'),
      end: z
        .boolean()
        .default(false)
        .describe(
          'Close the standard input after the text, so that a program that reads to the end can finish',
        ),
    }),
    result: () => ({ written: z.int().describe('Number of bytes written') }),
    later: true,
  }),
} as const;
