/** Takes in what another program has written to a graph file against which nothing unsaved stands (register: C-67). */
import type { ConsoleLine } from '../../../link/console.ts';
import type { GraphDocument } from '../../graphs/document.ts';
import { openOrCopy } from '../open-copies.ts';
import { readGraphFile, reopenGraph } from '../open-graph.ts';
import { firstLine } from '../project.ts';
import type { GraphStore } from '../../graphs/store.ts';
import type { KnownFiles } from './known-files.ts';

interface TakingIn {
  readonly store: GraphStore;
  readonly known: KnownFiles;
  isChanged(graph: GraphDocument): boolean;
  /** Whether a file that no graph was opened from may be one. */
  mayOpen(path: string): Promise<boolean>;
  /** A graph that is as its file says. */
  onOpened(graph: GraphDocument): Promise<void>;
  log(line: ConsoleLine): void;
}

/** @param path of a graph file that may have changed */
export const takeIn = async (
  { store, known, isChanged, mayOpen, onOpened, log }: TakingIn,
  path: string,
): Promise<void> => {
  const near = store.graphs.at(path);
  const graph = near?.path === path ? near : undefined;
  if (!graph && !(await mayOpen(path))) return;
  const foreign = await known.foreign(path);
  if (!foreign) return;
  // Edits that are not saved come first; what stands in the file is kept aside when they are.
  if (graph && isChanged(graph)) return;
  try {
    const content = readGraphFile(foreign.text());
    const { graph: opened, hasNewIds } = graph
      ? reopenGraph(store, graph, content, log)
      : openOrCopy(store, path, content, log);
    known.learn(path, foreign.print, foreign.stamp);
    if (hasNewIds) return;
    await onOpened(opened);
    log({ severity: 'log', message: `${path} was changed by another program and is taken in.` });
  } catch (failure) {
    log({
      severity: 'warning',
      message: `${path} was changed by another program and cannot be opened: ${firstLine(failure)}`,
    });
  }
};
