import * as z from 'zod';
import { Stamp } from '#spec/runtime-link/command.ts';
import { linkCommands, type LinkCommand } from '#spec/runtime-link/commands.ts';
import { lazy } from '#spec/lazy.ts';
import { readerOf } from './read-as.ts';

/** What reads the params of each command. */
export const readParams = lazy(() => ofEach(({ params }) => readerOf<z.ZodType>(params)));

/** What reads the result of each command, stamp included. */
export const readResults = lazy(() =>
  ofEach(({ result }) => readerOf(z.object({ ...Stamp.shape, ...result }))),
);

const ofEach = <Made>(
  make: (spec: (typeof linkCommands)[LinkCommand]) => Made,
): Readonly<Record<LinkCommand, Made>> =>
  Object.fromEntries(
    Object.entries(linkCommands).map(([command, spec]) => [command, make(spec)]),
  ) as unknown as Readonly<Record<LinkCommand, Made>>;
