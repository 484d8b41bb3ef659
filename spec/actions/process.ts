import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const processId = z.int().describe('Id of the process, as process.start and process.loaded tell it');

const ProcessRecord = z.object({
  processId,
  processName: z.string().describe('Name of the program'),
  path: z.string().describe('Where the program lies, with no link in it'),
  state: z.enum(['loaded', 'exited']).describe('Whether it runs or has ended'),
  startTime: z.iso.datetime().describe('When it was loaded'),
  exitCode: z
    .int()
    .nullable()
    .describe(
      'What it ended with, 128 more than the number of the signal if one ended it; null while it runs',
    ),
});

export type ProcessRecord = z.output<typeof ProcessRecord>;

export const processActions = {
  start: defineAction({
    summary: 'Start a program',
    description:
      'Answers once it is on its way; process.loaded and process.exited tell the rest, and the console what it writes. Only programs in the folders that ' +
      '`allowedPrograms` of the settings names can be started, never through a shell. They end with the service, and so do the programs they start.',
    parameters: () =>
      z.object({
        path: z
          .string()
          .min(1)
          .describe(
            'An absolute path, or the name of a program in one of the folders that the settings allow',
          ),
        arguments: z
          .array(z.string())
          .max(1000)
          .default([])
          .describe('What the program is given, each as one argument'),
        workingDirectory: z
          .string()
          .min(1)
          .optional()
          .describe(
            'Absolute path of a folder within those that the settings allow; the folder of the program when absent',
          ),
        environment: z
          .record(z.string(), z.string())
          .default({})
          .describe(
            'Environment variables beside the few that every program gets: LANG, LANGUAGE, LC_*, TZ, TERM, COLORTERM, COLUMNS, LINES, NO_COLOR, FORCE_COLOR ' +
              'and those that `allowedProgramVariables` of the settings names',
          ),
      }),
    result: () =>
      z.object({
        accepted: z.literal(true).describe('That it is on its way'),
        processId: processId.describe('Id of the process'),
      }),
    later: true,
    named: true,
  }),
  stop: defineAction({
    summary: 'End a process, and all that it has started',
    description: 'It is asked to end and has 5 seconds to do so; process.exited tells when it has.',
    parameters: () =>
      z.object({
        processId,
        force: z.boolean().default(false).describe('End it at once, without asking'),
      }),
    result: () => z.object({ stopped: z.boolean().describe('Whether it was running') }),
  }),
  list: defineAction({
    summary: 'List the processes that run, and the last hundred that have ended',
    parameters: () => z.object({}),
    result: () => z.object({ processes: z.array(ProcessRecord).describe('Every process, oldest first') }),
  }),
  sendInput: defineAction({
    summary: 'Write to the standard input of a process',
    description: 'A line ends where the text says so. What a process has not read yet may be 1 MiB.',
    parameters: () =>
      z.object({
        processId,
        text: z.string().max(1_000_000).describe('What to write, as UTF-8'),
        end: z
          .boolean()
          .default(false)
          .describe(
            'Close the standard input after the text, so that a program that reads to its end can finish',
          ),
      }),
    result: () => z.object({ written: z.int().describe('How many bytes were written') }),
    later: true,
  }),
} as const;
