import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyBuildPlan } from '../../handlers/controller/graphs/build-graph.ts';
import { getPortId } from '../../handlers/controller/graphs/graph-document.ts';
import { addGraph, writePort } from '../../handlers/controller/graphs/graph-edits.ts';
import { readProject } from '../../handlers/controller/projects/read-project.ts';
import { openFolderProjectFiles } from '../../handlers/controller/projects/folder-project-files.ts';
import { createBenchStore } from './create-graph-store.ts';
import type { ProjectFiles } from '../../handlers/controller/projects/project-storage.ts';
import type { GraphStore } from '../../handlers/controller/graphs/graph-store.ts';

export interface ProjectFilesResult {
  readonly openMs: number;
  readonly saveMs: number;
  /** Number of nodes in the opened project. */
  readonly nodes: number;
  /** Number of graph files that were written. */
  readonly saved: number;
}

export interface ProjectSize {
  readonly folder: string;
  readonly graphs: number;
  readonly nodes: number;
}

/**
 * Creates a benchmark of this package's project files: it opens a project as a starting server does, then saves the
 * whole project.
 */
export const createProjectFilesBench = () => ({
  /** Writes a project whose graphs each contain a chain of additions. */
  async make({ folder, graphs, nodes }: ProjectSize): Promise<void> {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
    const { store, files } = await openProject(folder);
    for (let i = 0; i < graphs; i += 1) {
      applyBuildPlan(store, addGraph(store, `bench ${i}`, `graphs/bench ${i}.json`), createChain(nodes));
    }
    await files.saveChanges();
  },

  async run({ folder }: { folder: string }): Promise<ProjectFilesResult> {
    const start = performance.now();
    const { store, files } = await openProject(folder);
    const openMs = performance.now() - start;

    touchEveryGraph(store);
    const previousStamps = await readFileStamps(folder);
    const saveStart = performance.now();
    await files.saveChanges();
    const saveMs = performance.now() - saveStart;
    const after = await readFileStamps(folder);
    return {
      openMs,
      saveMs,
      nodes: store.nodes.size,
      saved: after.filter((stamp) => !previousStamps.includes(stamp)).length,
    };
  },
});

const openProject = async (folder: string): Promise<{ store: GraphStore; files: ProjectFiles }> => {
  const store = createBenchStore();
  const { project, variables } = await readProject(folder);
  const files = await openFolderProjectFiles({
    project,
    store,
    variables,
    pendingVariables: new Set(),
    now: () => new Date(),
    replaceVariables: () => {},
    log: ({ message }) => {
      throw new Error(message);
    },
  });
  await files.openGraphs((file, reason) => {
    throw new Error(`${file} could not be opened: ${reason}`);
  });
  return { store, files };
};

const createChain = (length: number) => ({
  nodes: Array.from({ length }, (_, i) => ({
    tempId: `sum-${i}`,
    category: 'Add',
    locationX: i * 240,
    locationY: 0,
    ports: { B: i },
  })),
  connections: Array.from({ length: length - 1 }, (_, i) => ({
    from: `sum-${i}/Result`,
    to: `sum-${i + 1}/A`,
  })),
});

const touchEveryGraph = (store: GraphStore): void => {
  for (const { nodes } of store.graphs.values()) {
    // biome-ignore lint/style/noNonNullAssertion: every graph contains additions
    const node = [...nodes.values()].find(({ type }) => type.enumValue === 'Add')!;
    // biome-ignore lint/style/noNonNullAssertion: an addition has inputs
    writePort(store, getPortId(node.id, node.ports[0]!), 1);
  }
};

/** Returns a stamp for each graph file. The stamp changes whenever the file is written. */
const readFileStamps = async (folder: string): Promise<string[]> => {
  const graphs = join(folder, 'graphs');
  const names = await readdir(graphs);
  return Promise.all(
    names.map(async (name) => `${name} ${(await stat(join(graphs, name), { bigint: true })).mtimeNs}`),
  );
};
