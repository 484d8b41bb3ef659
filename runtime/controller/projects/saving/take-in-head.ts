/** Takes in variables that another program has written to project.json (register: C-67). */
import type { ConsoleLine } from '../../../link/console.ts';
import { readProjectFile, type UnknownHeadKeys } from '../project-head.ts';
import { firstLine, projectFile } from '../project.ts';
import type { Variables } from '../../variables/variables.ts';
import type { KnownFiles } from './known-files.ts';

interface TakingInHead {
  readonly known: KnownFiles;
  isChanged(): boolean;
  /** Puts these variables in the place of those that are there. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

/** @returns the keys that nobody here knows, when something was taken in */
export const takeInHead = async ({
  known,
  isChanged,
  replaceVariables,
  log,
}: TakingInHead): Promise<UnknownHeadKeys | undefined> => {
  const foreign = await known.foreign(projectFile);
  // Changes that are not saved come first; what stands in the file is kept aside when they are.
  if (!foreign || isChanged()) return undefined;
  try {
    const { variables, unknownKeys } = readProjectFile(foreign.text());
    replaceVariables(variables);
    known.learn(projectFile, foreign.print, foreign.stamp);
    log({ severity: 'log', message: `${projectFile} was changed by another program and is taken in.` });
    return unknownKeys;
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${projectFile} was changed by another program and cannot be taken in: ${firstLine(failure)}`,
    });
    return undefined;
  }
};
