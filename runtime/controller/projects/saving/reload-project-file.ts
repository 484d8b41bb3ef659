/** Takes in variables that another program has written to project.json (C-67). */
import type { ConsoleLine } from '../../../link/console-writer.ts';
import { parseProjectFile, type UnknownProjectFileKeys } from '../project-file-format.ts';
import { describeErrorInOneLine, projectFile } from '../project.ts';
import type { Variables } from '../../variables/variables.ts';
import type { ExternalChangeDetector } from './external-change-detector.ts';

interface ReloadProjectFileContext {
  readonly changeDetector: ExternalChangeDetector;
  isChanged(): boolean;
  /** Puts these variables in the place of those that are there. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

/** @returns the keys that nobody here knows, when something was taken in */
export const reloadProjectFile = async ({
  changeDetector,
  isChanged,
  replaceVariables,
  log,
}: ReloadProjectFileContext): Promise<UnknownProjectFileKeys | undefined> => {
  const foreign = await changeDetector.readExternalChange(projectFile);
  // Changes that are not saved come first; what stands in the file is kept aside when they are.
  if (!foreign || isChanged()) return undefined;
  try {
    const { variables, unknownKeys } = parseProjectFile(foreign.text());
    replaceVariables(variables);
    changeDetector.record(projectFile, foreign.hash, foreign.fingerprint);
    log({ severity: 'log', message: `${projectFile} was changed by another program and is taken in.` });
    return unknownKeys;
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${projectFile} was changed by another program and cannot be taken in: ${describeErrorInOneLine(failure)}`,
    });
    return undefined;
  }
};
