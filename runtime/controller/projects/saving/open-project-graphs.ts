/** Opens the graphs of a project from their files, with the edits that a killed process left in the journal. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleLine } from '../../../link/console-writer.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { getFileFingerprint, writeAtomically } from '../../../storage/atomic-write.ts';
import { GraphFile } from '../graph-file-format.ts';
import { openGraph, parseGraphFile, assignMissingIds } from '../open-graph.ts';
import { openOrCopyGraph } from '../open-or-copy-graph.ts';
import { getTitleFromPath } from '../graph-paths.ts';
import { describeErrorInOneLine, ProjectError } from '../project.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import { createHeaderLine } from './journal-lines.ts';
import { type ExternalChangeDetector, describeMovedFile } from './external-change-detector.ts';
import { type RecoveredEdits, type RecoveredGraph, applyEdits } from './recover-edits.ts';

interface OpenGraphsContext {
  readonly store: GraphStore;
  readonly changeDetector: ExternalChangeDetector;
  readonly recoveredEdits: RecoveredEdits;
  /** Folder for edits that can't be applied to their graph. */
  readonly unopenedEditsFolder: string;
  resolvePath(path: string): Promise<string>;
  /** Called with a graph that is the same as its file. */
  onOpened(graph: GraphDocument): Promise<void>;
  /** Called with a file that can't be opened, and the reason. */
  onDamaged(path: string, why: string): void;
  /** Writes any other message to the console. */
  log(line: ConsoleLine): void;
}

interface EditedGraph extends RecoveredGraph {
  readonly id: string;
}

/**
 * Opens all graphs. Those with edits in the journal come first, so that they keep their ids even if other files have
 * the same ones.
 * @param paths of the graph files, in the order in which to open them
 */
export const openProjectGraphs = async (
  opening: OpenGraphsContext,
  paths: readonly string[],
): Promise<void> => {
  const edited = new Map<string, EditedGraph>(
    [...opening.recoveredEdits.graphs].map(([id, graph]) => [graph.path, { id, ...graph }]),
  );
  const open = async (path: string, edits: EditedGraph | undefined): Promise<void> => {
    try {
      await openGraphFileWithEdits(opening, path, edits);
    } catch (failure) {
      opening.onDamaged(path, describeErrorInOneLine(failure));
      if (edits) await saveUnopenedEdits(opening, edits);
    }
  };
  for (const [path, edits] of edited) await open(path, edits);
  for (const path of paths) if (!edited.has(path)) await open(path, undefined);
};

const openGraphFileWithEdits = async (
  opening: OpenGraphsContext,
  path: string,
  edits: EditedGraph | undefined,
): Promise<void> => {
  const { store, changeDetector, resolvePath, log } = opening;
  if (edits && (await getFileFingerprint(await resolvePath(path))) === undefined) {
    return openWithEdits(opening, undefined, edits);
  }
  const text = await changeDetector.read(path);
  const print = changeDetector.getHash(path);
  if (edits) {
    if (!edits.hashes.has(print))
      log({ severity: 'warning', message: describeMovedFile(path, await changeDetector.moveAside(path)) });
    await openWithEdits(opening, parseIfSameGraph(text, edits), edits);
  } else if (opening.recoveredEdits.deletedFiles.get(path)?.has(print)) {
    changeDetector.forget(path);
    await rm(await resolvePath(path));
  } else {
    const { graph, hasNewIds } = openOrCopyGraph(store, path, parseGraphFile(text), log);
    if (!hasNewIds) await opening.onOpened(graph);
  }
};

/** Parses a file. Returns undefined when it belongs to another graph, for example one that this graph has replaced. */
const parseIfSameGraph = (text: string, { id, path }: EditedGraph): unknown => {
  try {
    const content = parseGraphFile(text);
    const file = GraphFile.safeParse(content).data;
    const whole = file ? assignMissingIds(path, file) : content;
    return (whole as { id?: unknown }).id === id ? whole : undefined;
  } catch {
    return undefined;
  }
};

const openWithEdits = async (
  opening: OpenGraphsContext,
  content: unknown,
  edits: EditedGraph,
): Promise<void> => {
  const { id, path } = edits;
  try {
    const whole = applyEdits(id, content, edits);
    openGraph(opening.store, path, { name: getTitleFromPath(path), ...whole }, opening.log);
  } catch (failure) {
    opening.onDamaged(path, describeErrorInOneLine(failure));
    await saveUnopenedEdits(opening, edits);
  }
};

/**
 * Saves the edits of a graph that can't be opened, because the journal will be deleted. @throws ProjectError when that
 * fails
 */
const saveUnopenedEdits = async (
  { unopenedEditsFolder, log }: OpenGraphsContext,
  { id, path, lines }: EditedGraph,
): Promise<void> => {
  const kept = join(unopenedEditsFolder, `unopened-${encodeURIComponent(id)}.jsonl`);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  try {
    await writeAtomically(kept, createHeaderLine() + text, 0o600);
  } catch (failure) {
    // Only the journal has these edits. It is kept, because the project doesn't open.
    throw new ProjectError(
      `the last edits of ${path} can be neither applied to it nor saved in '${kept}': ${describeErrorInOneLine(failure)}`,
    );
  }
  log({
    severity: 'warning',
    message: `The last edits of ${path} could not be applied to it; they are saved in ${kept}.`,
  });
};
