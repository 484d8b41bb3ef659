/** Reloads files that another program has changed, unless they have unsaved edits (C-67). */
import { parseGraphFile, reopenGraph, openOrCopyGraph } from '../open-graph.ts';
import { parseProjectFile, type UnknownProjectFileKeys } from '../project-file-format.ts';
import { describeErrorInOneLine, projectFile } from '../project.ts';
import { updateCallers } from '../../graphs/graph-callers.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import type { ProjectFilesOptions } from '../project-storage.ts';
import type { ExternalChangeDetector } from './external-change-detector.ts';
import type { OpenGraphsContext } from './open-project-graphs.ts';

interface ReloadProjectFileContext extends Pick<ProjectFilesOptions, 'replaceVariables' | 'log'> {
  readonly changeDetector: ExternalChangeDetector;
  isChanged(): boolean;
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

interface ReloadGraphFileContext
  extends Pick<OpenGraphsContext, 'store' | 'changeDetector' | 'onOpened' | 'log'> {
  isChanged(graph: GraphDocument): boolean;
  /** Returns whether a file that doesn't belong to an open graph may be a graph file. */
  mayBeGraph(path: string): Promise<boolean>;
}

/**
 * Reloads the graph from its file if another program has changed the file.
 * @param path the path of a graph file that may have changed
 */
export const reloadGraphFile = async (
  { store, changeDetector, isChanged, mayBeGraph, onOpened, log }: ReloadGraphFileContext,
  path: string,
): Promise<void> => {
  const found = store.graphs.findByPath(path);
  const graph = found?.path === path ? found : undefined;
  if (!graph && !(await mayBeGraph(path))) return;
  const change = await changeDetector.readExternalChange(path);
  if (!change) return;
  // Unsaved edits take precedence. When these edits are saved, the changed file is moved aside.
  if (graph && isChanged(graph)) return;
  try {
    const content = parseGraphFile(change.text());
    const { graph: opened, hasNewIds } = graph
      ? reopenGraph(store, graph, content, log)
      : openOrCopyGraph(store, path, content, log);
    updateCallers(store, log);
    changeDetector.record(path, change.hash, change.fingerprint);
    if (hasNewIds) return;
    await onOpened(opened);
    log({ severity: 'log', message: `${path} was changed by another program and has been reloaded.` });
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${path} was changed by another program and cannot be opened: ${describeErrorInOneLine(failure)}`,
    });
  }
};
