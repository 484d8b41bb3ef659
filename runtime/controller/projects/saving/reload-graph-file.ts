/** Takes in what another program has written to a graph file against which nothing unsaved stands (C-67). */
import type { ConsoleLine } from '../../../link/console-writer.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { openOrCopyGraph } from '../open-or-copy-graph.ts';
import { parseGraphFile, reopenGraph } from '../open-graph.ts';
import { describeErrorInOneLine } from '../project.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import type { ExternalChangeDetector } from './external-change-detector.ts';

interface ReloadGraphFileContext {
  readonly store: GraphStore;
  readonly changeDetector: ExternalChangeDetector;
  isChanged(graph: GraphDocument): boolean;
  /** Whether a file that no graph was opened from may be one. */
  mayBeGraph(path: string): Promise<boolean>;
  /** A graph that is as its file says. */
  onOpened(graph: GraphDocument): Promise<void>;
  log(line: ConsoleLine): void;
}

/** @param path of a graph file that may have changed */
export const reloadGraphFile = async (
  { store, changeDetector, isChanged, mayBeGraph, onOpened, log }: ReloadGraphFileContext,
  path: string,
): Promise<void> => {
  const near = store.graphs.findByPath(path);
  const graph = near?.path === path ? near : undefined;
  if (!graph && !(await mayBeGraph(path))) return;
  const foreign = await changeDetector.readExternalChange(path);
  if (!foreign) return;
  // Edits that are not saved come first; what stands in the file is kept aside when they are.
  if (graph && isChanged(graph)) return;
  try {
    const content = parseGraphFile(foreign.text());
    const { graph: opened, hasNewIds } = graph
      ? reopenGraph(store, graph, content, log)
      : openOrCopyGraph(store, path, content, log);
    changeDetector.record(path, foreign.hash, foreign.fingerprint);
    if (hasNewIds) return;
    await onOpened(opened);
    log({ severity: 'log', message: `${path} was changed by another program and is taken in.` });
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${path} was changed by another program and cannot be opened: ${describeErrorInOneLine(failure)}`,
    });
  }
};
