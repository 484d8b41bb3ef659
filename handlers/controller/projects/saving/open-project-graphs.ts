/** Opens a project's graphs from their files, and applies the edits that a killed process has left in the journal. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { getFileFingerprint, writeAtomically } from '#runtime/shared/atomic-write.ts';
import { GraphFile } from '../graph-file-format.ts';
import { openGraph, parseGraphFile, openOrCopyGraph } from '../open-graph.ts';
import { assignMissingIds } from '../graph-file-ids.ts';
import { getTitleFromPath } from '../project-paths.ts';
import { describeErrorInOneLine, ProjectError } from '../project.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import { adoptHistory, type HistoryFiles, type SavedHistory } from './history-file.ts';
import { createHeaderLine } from './journal-lines.ts';
import { type ExternalChangeDetector, describeMovedFile } from './external-change-detector.ts';
import { type RecoveredEdits, type RecoveredGraph, applyEdits } from './recover-edits.ts';

export interface OpenGraphsContext {
  readonly store: GraphStore;
  readonly changeDetector: ExternalChangeDetector;
  readonly recoveredEdits: RecoveredEdits;
  readonly historyFiles: Pick<HistoryFiles, 'read'>;
  /** The folder for edits that can't be applied to their graph. */
  readonly unopenedEditsFolder: string;
  resolvePath(path: string): Promise<string>;
  /** Called with each graph whose content is the same as in its file. */
  onOpened(graph: GraphDocument): Promise<void>;
  /** Called with the path of each file that can't be opened, and the reason. */
  onDamaged(path: string, reason: string): void;
  /** Writes all other messages to the console. */
  log(line: ConsoleLine): void;
}

interface EditedGraph extends RecoveredGraph {
  readonly id: string;
}

/**
 * Opens all graphs. Graphs with edits in the journal are opened first, so that they keep their ids even if other files
 * contain the same ids.
 * @param paths the paths of the graph files, in the order in which to open them
 */
export const openProjectGraphs = async (
  context: OpenGraphsContext,
  paths: readonly string[],
): Promise<void> => {
  const edited = new Map<string, EditedGraph>(
    [...context.recoveredEdits.graphs].map(([id, graph]) => [graph.path, { id, ...graph }]),
  );
  const open = async (path: string, edits: EditedGraph | undefined): Promise<void> => {
    try {
      await openGraphFileWithEdits(context, path, edits);
    } catch (failure) {
      context.onDamaged(path, describeErrorInOneLine(failure));
      if (edits) await saveUnopenedEdits(context, edits);
    }
  };
  for (const [path, edits] of edited) await open(path, edits);
  for (const path of paths) if (!edited.has(path)) await open(path, undefined);
};

const openGraphFileWithEdits = async (
  context: OpenGraphsContext,
  path: string,
  edits: EditedGraph | undefined,
): Promise<void> => {
  const { store, changeDetector, resolvePath, log } = context;
  if (edits && (await getFileFingerprint(await resolvePath(path))) === undefined) {
    return openWithEdits(context, undefined, edits, edits.hashes.has(null) ? undefined : 'unknown');
  }
  const text = await changeDetector.read(path);
  const hash = changeDetector.getHash(path);
  if (edits) {
    const isOwnVersion = edits.hashes.has(hash);
    const history = isOwnVersion ? await context.historyFiles.read(edits.id) : undefined;
    const base = history && edits.hashes.has(history.file) ? history : undefined;
    if (!isOwnVersion)
      log({ severity: 'warning', message: describeMovedFile(path, await changeDetector.moveAside(path)) });
    await openWithEdits(context, parseIfSameGraph(text, edits), edits, isOwnVersion ? base : 'unknown');
  } else if (context.recoveredEdits.deletedFiles.get(path)?.has(hash)) {
    changeDetector.forget(path);
    await rm(await resolvePath(path));
  } else {
    const { graph, hasNewIds } = openOrCopyGraph(store, path, parseGraphFile(text), log);
    if (!hasNewIds) await context.onOpened(graph);
  }
};

/**
 * Parses a graph file. Returns `undefined` if the file belongs to another graph, for example to a graph that the edited
 * graph has replaced.
 */
const parseIfSameGraph = (text: string, { id, path }: EditedGraph): unknown => {
  try {
    const content = parseGraphFile(text);
    const file = GraphFile.safeParse(content).data;
    const complete = file ? assignMissingIds(path, file) : content;
    return (complete as { id?: unknown }).id === id ? complete : undefined;
  } catch {
    return undefined;
  }
};

const openWithEdits = async (
  context: OpenGraphsContext,
  content: unknown,
  edits: EditedGraph,
  base: SavedHistory | 'unknown' | undefined,
): Promise<void> => {
  const { id, path } = edits;
  try {
    const { content: complete, history } = applyEdits(id, content, edits, base);
    const file = { name: getTitleFromPath(path), ...complete };
    adoptHistory(openGraph(context.store, path, file, context.log), history);
  } catch (failure) {
    context.onDamaged(path, describeErrorInOneLine(failure));
    await saveUnopenedEdits(context, edits);
  }
};

/**
 * Saves the edits of a graph that can't be opened. Otherwise, the edits would be lost when the journal is deleted.
 * @throws ProjectError when saving the edits fails
 */
const saveUnopenedEdits = async (
  { unopenedEditsFolder, log }: OpenGraphsContext,
  { id, path, lines }: EditedGraph,
): Promise<void> => {
  const editsFile = join(unopenedEditsFolder, `unopened-${encodeURIComponent(id)}.jsonl`);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  try {
    await writeAtomically(editsFile, createHeaderLine() + text, 0o600);
  } catch (failure) {
    // Only the journal contains these edits. The error prevents the project from opening, so that the journal is not
    // deleted.
    throw new ProjectError(
      `the last edits of ${path} can be neither applied to it nor saved in '${editsFile}': ${describeErrorInOneLine(failure)}`,
    );
  }
  log({
    severity: 'warning',
    message: `The last edits of ${path} could not be applied to it; they are saved in ${editsFile}.`,
  });
};
