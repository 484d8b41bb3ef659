import * as z from 'zod';
import { Stamp } from '#spec/runtime-link/command.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { lazy } from '#spec/lazy.ts';

/** What the result of each command is, stamp included. */
export const resultSchemas = lazy(
  () =>
    new Map<LinkCommand, z.ZodObject>(
      Object.entries(linkCommands).map(([command, { result }]) => [
        command as LinkCommand,
        z.looseObject({ ...Stamp.shape, ...result }),
      ]),
    ),
);
