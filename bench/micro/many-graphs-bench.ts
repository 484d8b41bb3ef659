import { getItemAt } from '../harness/get-item-at.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConsoleWriter } from '#runtime/link/console-writer.ts';
import { createUnconnectedLink } from '#runtime/link/in-process-link.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { createRuntime } from '#runtime/runtime.ts';
import { createEventBus } from '../../handlers/controller/bus/event-bus.ts';
import { type Controller, createController } from '../../handlers/controller/controller.ts';
import { addGraph } from '../../handlers/controller/graphs/graph-edits.ts';
import { toGraphRecord } from '../../handlers/controller/graphs/graph-records.ts';
import { createNodeCatalog } from '../../handlers/controller/graphs/node-catalog.ts';
import { createWorkerLayoutRunner } from '../../handlers/controller/layout/worker-layout-runner.ts';
import { folderProjectStorage } from '../../handlers/controller/projects/folder-project-storage.ts';
import type { PerGraphRound } from '../harness/bench-plan.ts';

/** Measures the CPU time that all threads of this process use during a job, in microseconds. */
const measureCpuUs = async (job: () => unknown): Promise<number> => {
  const startUsage = process.cpuUsage();
  await job();
  const { user, system } = process.cpuUsage(startUsage);
  return user + system;
};

export interface ManyGraphsOptions {
  /** Path of an empty folder for the project. */
  readonly folder: string;
  /** Number of graphs that exist during every round. */
  readonly graphs: number;
}

/** Returned by every round, to check that the round has left the project unchanged. */
interface RemainingGraphs {
  /** Number of graphs that are open at the end. */
  readonly left: number;
}

/** CPU time of this process, in microseconds per graph or tick. */
export interface PerGraphResult extends RemainingGraphs {
  /** CPU time for creating one more graph, and for saving one graph to its file. */
  readonly createUs: number;
  readonly saveOneUs: number;
  /** CPU time for each graph in the project when all graphs are listed. */
  readonly listUs: number;
  /** CPU time for each tick of the runtime while all graphs in the project are running. */
  readonly idleTickUs: number;
}

/** CPU time of this process, in microseconds for each graph in the project. */
export interface PerProjectResult extends RemainingGraphs {
  readonly openUs: number;
  /** CPU time for saving the project after every graph was edited. */
  readonly saveUs: number;
}

const getRepetitions = (minimum: number, graphs: number): number => Math.max(1, Math.round(minimum / graphs));

/**
 * Creates a benchmark of a project with many graphs. There is no autosave, so files are written only by explicit saves.
 */
export const createManyGraphsBench = () => {
  const controller = createProjectEditor();
  const runtime = createRuntime({ now: () => new Date(0) });
  let folder = '';
  /** Number of graphs that were saved individually so far. Each round continues with the next graphs. */
  let savedCount = 0;

  return {
    async prepare(options: ManyGraphsOptions): Promise<void> {
      folder = options.folder;
      await mkdir(join(folder, 'graphs'), { recursive: true });
      await writeFile(join(folder, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
      await controller.openProject(folder);
      for (let index = 0; index < options.graphs; index += 1) {
        addGraph(controller.store, `there ${index}`, `graphs/there ${index}.json`);
        runIdleGraph(runtime, `there-${index}`);
      }
      await controller.saveChanges();
    },

    async runSingle({ count, listed, ticks }: PerGraphRound): Promise<PerGraphResult> {
      const { store } = controller;
      const openGraphs = [...store.graphs.values()];
      const graphs = openGraphs.length;
      const saveOneUs = await measureCpuUs(async () => {
        for (let index = 0; index < count; index += 1) {
          const graph = getItemAt(openGraphs, savedCount + index);
          controller.renameGraph(graph, graph.name);
          controller.commitEdits();
          await controller.saveGraph(graph);
        }
      });
      savedCount += count;

      const createUs = await measureCpuUs(async () => {
        for (let index = 0; index < count; index += 1) {
          await controller.createGraph({ name: `more ${index}`, replace: false });
          controller.commitEdits();
        }
      });
      for (const graph of [...store.graphs.values()].slice(graphs))
        await controller.removeGraph(graph, { deleteFile: true });

      const listRepetitions = getRepetitions(listed, graphs);
      const listUs = await measureCpuUs(() => {
        for (let time = 0; time < listRepetitions; time += 1)
          JSON.stringify([...store.graphs.values()].map(toGraphRecord));
      });
      const idleTicksUs = await measureCpuUs(() => runtime.step(ticks));
      return {
        ...{ createUs: createUs / count, saveOneUs: saveOneUs / count },
        ...{ listUs: listUs / listRepetitions / graphs, idleTickUs: idleTicksUs / ticks },
        left: store.graphs.size,
      };
    },

    async runWhole(minimumGraphs: number): Promise<PerProjectResult> {
      const { store } = controller;
      const graphs = store.graphs.size;
      const passes = getRepetitions(minimumGraphs, graphs);
      const openUs = await measureCpuUs(async () => {
        for (let pass = 0; pass < passes; pass += 1) {
          await controller.closeProject();
          await controller.openProject(folder);
        }
      });
      const openGraphs = [...store.graphs.values()];
      const saveUs = await measureCpuUs(async () => {
        for (let pass = 0; pass < passes; pass += 1) {
          for (const graph of openGraphs) controller.renameGraph(graph, graph.name);
          controller.commitEdits();
          await controller.saveChanges();
        }
      });
      return {
        ...{ openUs: openUs / passes / graphs, saveUs: saveUs / passes / graphs },
        left: store.graphs.size,
      };
    },

    release: () => controller.releaseProject(),
  };
};

/** Creates a controller without a runtime and without subscribers. */
const createProjectEditor = (): Controller => {
  const now = () => new Date();
  return createController({
    projectStorage: folderProjectStorage,
    link: createUnconnectedLink(),
    bus: createEventBus('bench'),
    writeConsole: createConsoleWriter('c', () => now().getTime()),
    catalog: createNodeCatalog(nodeTypes, () => false),
    layoutRunner: createWorkerLayoutRunner(),
    now,
    exposesSensitive: () => false,
  });
};

/** Loads a copy of a new graph into the runtime and runs this copy. A new graph does nothing. */
const runIdleGraph = (runtime: ReturnType<typeof createRuntime>, graphId: string): void => {
  const nodes = ['Start', 'OnNewFrame'].map((category) => ({
    id: `${graphId} ${category}`,
    category,
    values: {},
  }));
  runtime.execute('graph.load', { graph: { graphId, name: graphId, nodes, connections: [] } });
  runtime.execute('graph.run', { graphId });
};
