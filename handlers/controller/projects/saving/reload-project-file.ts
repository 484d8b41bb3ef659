/** Reloads the variables after another program has changed project.json (C-67). */
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import { parseProjectFile, type UnknownProjectFileKeys } from '../project-file-format.ts';
import { describeErrorInOneLine, projectFile } from '../project.ts';
import type { Variables } from '../../variables/variables.ts';
import type { ExternalChangeDetector } from './external-change-detector.ts';

interface ReloadProjectFileContext {
  readonly changeDetector: ExternalChangeDetector;
  isChanged(): boolean;
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

/**
 * Reloads project.json if another program has changed the file.
 * @returns the unknown keys in the file, if the file was reloaded
 */
export const reloadProjectFile = async ({
  changeDetector,
  isChanged,
  replaceVariables,
  log,
}: ReloadProjectFileContext): Promise<UnknownProjectFileKeys | undefined> => {
  const change = await changeDetector.readExternalChange(projectFile);
  // Unsaved edits take precedence. When these edits are saved, the changed file is moved aside.
  if (!change || isChanged()) return undefined;
  try {
    const { variables, unknownKeys } = parseProjectFile(change.text());
    replaceVariables(variables);
    changeDetector.record(projectFile, change.hash, change.fingerprint);
    log({ severity: 'log', message: `${projectFile} was changed by another program and has been reloaded.` });
    return unknownKeys;
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${projectFile} was changed by another program and cannot be reloaded: ${describeErrorInOneLine(failure)}`,
    });
    return undefined;
  }
};
