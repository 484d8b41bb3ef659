/** Opens the graphs of a project: what their files say, with the edits that a killed process left in its journal. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleLine } from '../../../link/console.ts';
import type { GraphDocument } from '../../graphs/document.ts';
import { stampOf, writeAtomically } from '../../../disk/atomic.ts';
import { GraphFile } from '../graph-file.ts';
import { openGraph, readGraphFile, withIds } from '../open-graph.ts';
import { openOrCopy } from '../open-copies.ts';
import { titleOf } from '../graph-paths.ts';
import { firstLine, ProjectError } from '../project.ts';
import type { GraphStore } from '../../graphs/store.ts';
import { headLine } from './edit-lines.ts';
import { type KnownFiles, keptAside } from './known-files.ts';
import { type RecoveredEdits, type RecoveredGraph, withEdits } from './recovered-edits.ts';

interface Opening {
  readonly store: GraphStore;
  readonly known: KnownFiles;
  readonly edits: RecoveredEdits;
  /** Where edits go that fit no graph any more. */
  readonly keepIn: string;
  placeOf(path: string): Promise<string>;
  /** A graph that is as its file says. */
  onOpened(graph: GraphDocument): Promise<void>;
  /** A file that cannot be opened, and why. */
  onDamaged(path: string, why: string): void;
  /** Something else that the user has to know. */
  log(line: ConsoleLine): void;
}

interface EditedGraph extends RecoveredGraph {
  readonly id: string;
}

/**
 * Opens what the journal speaks of first: its ids are that graph's, whatever other file has them too.
 * @param paths of the graph files, in the order in which they are to be opened
 */
export const openGraphs = async (opening: Opening, paths: readonly string[]): Promise<void> => {
  const edited = new Map<string, EditedGraph>(
    [...opening.edits.graphs].map(([id, graph]) => [graph.path, { id, ...graph }]),
  );
  const open = async (path: string, edits: EditedGraph | undefined): Promise<void> => {
    try {
      await openFile(opening, path, edits);
    } catch (failure) {
      opening.onDamaged(path, firstLine(failure));
      if (edits) await keepEdits(opening, edits);
    }
  };
  for (const [path, edits] of edited) await open(path, edits);
  for (const path of paths) if (!edited.has(path)) await open(path, undefined);
};

const openFile = async (opening: Opening, path: string, edits: EditedGraph | undefined): Promise<void> => {
  const { store, known, placeOf, log } = opening;
  if (edits && (await stampOf(await placeOf(path))) === undefined) {
    return openEdited(opening, undefined, edits);
  }
  const text = await known.read(path);
  const print = known.print(path);
  if (edits) {
    if (!edits.prints.has(print))
      log({ severity: 'warning', message: keptAside(path, await known.setAside(path)) });
    await openEdited(opening, contentOf(text, edits), edits);
  } else if (opening.edits.deletedFiles.get(path)?.has(print)) {
    known.forget(path);
    await rm(await placeOf(path));
  } else {
    const { graph, hasNewIds } = openOrCopy(store, path, readGraphFile(text), log);
    if (!hasNewIds) await opening.onOpened(graph);
  }
};

/** What a file says, if it is that of the graph; it may also be that of one which the graph has replaced. */
const contentOf = (text: string, { id, path }: EditedGraph): unknown => {
  try {
    const content = readGraphFile(text);
    const file = GraphFile.safeParse(content).data;
    const whole = file ? withIds(path, file) : content;
    return (whole as { id?: unknown }).id === id ? whole : undefined;
  } catch {
    return undefined;
  }
};

const openEdited = async (opening: Opening, content: unknown, edits: EditedGraph): Promise<void> => {
  const { id, path } = edits;
  try {
    const whole = withEdits(id, content, edits);
    openGraph(opening.store, path, { name: titleOf(path), ...whole }, opening.log);
  } catch (failure) {
    opening.onDamaged(path, firstLine(failure));
    await keepEdits(opening, edits);
  }
};

/** Edits of a graph that does not open are not lost when the journal goes. @throws ProjectError when they would be */
const keepEdits = async ({ keepIn, log }: Opening, { id, path, lines }: EditedGraph): Promise<void> => {
  const kept = join(keepIn, `unopened-${encodeURIComponent(id)}.jsonl`);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  try {
    await writeAtomically(kept, headLine() + text, 0o600);
  } catch (failure) {
    // The journal is all that has them, and stays while the project is not opened.
    throw new ProjectError(
      `the last edits of ${path} can be neither applied to it nor kept in '${kept}': ${firstLine(failure)}`,
    );
  }
  log({
    severity: 'warning',
    message: `The last edits of ${path} could not be applied to it; they are kept in ${kept}.`,
  });
};
