import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEventBus } from '#runtime/controller/bus/bus.ts';
import { type Controller, createController } from '#runtime/controller/controller.ts';
import { createNodeCatalog } from '#runtime/controller/graphs/catalog.ts';
import { folderHome } from '#runtime/controller/projects/folder-home.ts';
import { addGraph } from '#runtime/controller/graphs/edit.ts';
import { graphRecord } from '#runtime/controller/graphs/records.ts';
import { createWorkerLayouter } from '#runtime/controller/layout/worker-layouter.ts';
import { createConsoleWriter } from '#runtime/link/console.ts';
import { createNoLink } from '#runtime/link/in-process.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { createRuntime } from '#runtime/runtime.ts';
import type { GraphsRound } from '../harness/plan.ts';
import { cpuUsOf } from './own-cpu.ts';

interface GraphsOrder {
  /** An empty folder for the project. */
  readonly folder: string;
  /** Graphs that are there all the time. */
  readonly graphs: number;
}

/** CPU time of this process in microseconds. */
interface GraphsResult {
  /** One graph more, and one graph written to its file. */
  readonly createUs: number;
  readonly saveOneUs: number;
  /** For each graph of the project, all of which are opened, listed, and written after an edit in every one. */
  readonly openUs: number;
  readonly listUs: number;
  readonly saveUs: number;
  /** For each graph and tick. */
  readonly idleUs: number;
  /** Graphs that are open at the end. */
  readonly left: number;
}

/** Of a runtime that holds next to nothing. */
const mostTicks = 20_000;

/** A project of many graphs. Nothing is saved but where it says so: saving by itself is for whoever serves it. */
export const createGraphsBench = () => {
  const controller = createEditor();
  const runtime = createRuntime({ now: () => new Date(0) });
  let folder = '';

  return {
    async prepare(order: GraphsOrder): Promise<void> {
      folder = order.folder;
      await mkdir(join(folder, 'graphs'), { recursive: true });
      await writeFile(join(folder, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
      await controller.openProject(folder);
      for (let index = 0; index < order.graphs; index += 1) {
        addGraph(controller.store, `there ${index}`, `graphs/there ${index}.json`);
        runIdle(runtime, `there-${index}`);
      }
      await controller.flush();
    },

    async run({ count, whole, listed, ticked }: GraphsRound): Promise<GraphsResult> {
      const { store } = controller;
      const graphs = store.graphs.size;
      const timesFor = (wanted: number) => Math.max(1, Math.round(wanted / graphs));
      const passes = timesFor(whole);
      const lists = timesFor(listed);
      const ticks = Math.min(timesFor(ticked), mostTicks);
      const openUs = await cpuUsOf(async () => {
        for (let pass = 0; pass < passes; pass += 1) {
          await controller.closeProject();
          await controller.openProject(folder);
        }
      });
      const listUs = await cpuUsOf(() => {
        for (let time = 0; time < lists; time += 1)
          JSON.stringify([...store.graphs.values()].map(graphRecord));
      });

      const present = [...store.graphs.values()];
      const saveUs = await cpuUsOf(async () => {
        for (let pass = 0; pass < passes; pass += 1) {
          for (const graph of present) controller.rename(graph, graph.name);
          controller.commitEdits();
          await controller.flush();
        }
      });
      const saveOneUs = await cpuUsOf(async () => {
        for (let index = 0; index < count; index += 1) {
          // biome-ignore lint/style/noNonNullAssertion: there is a graph
          const graph = present[index % graphs]!;
          controller.rename(graph, graph.name);
          controller.commitEdits();
          await controller.save(graph);
        }
      });

      const createUs = await cpuUsOf(async () => {
        for (let index = 0; index < count; index += 1) {
          await controller.createGraph({ name: `more ${index}`, replace: false });
          controller.commitEdits();
        }
      });
      for (const graph of [...store.graphs.values()].slice(graphs))
        await controller.remove(graph, { deleteFile: true });

      const idleUs = await cpuUsOf(() => runtime.step(ticks));
      return {
        ...{ createUs: createUs / count, saveOneUs: saveOneUs / count },
        ...{ openUs: openUs / passes / graphs, saveUs: saveUs / passes / graphs },
        listUs: listUs / lists / graphs,
        idleUs: idleUs / ticks / graphs,
        left: store.graphs.size,
      };
    },

    async clear(): Promise<void> {
      await controller.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The editing side alone: no runtime, nobody who listens. */
const createEditor = (): Controller => {
  const now = () => new Date();
  return createController({
    home: folderHome,
    link: createNoLink(),
    bus: createEventBus('bench'),
    writeConsole: createConsoleWriter('c', () => now().getTime()),
    catalog: createNodeCatalog(nodeTypes, () => false),
    layouter: createWorkerLayouter(),
    now,
    exposesSensitive: () => false,
  });
};

/** Runs what a new graph holds, which does nothing. */
const runIdle = (runtime: ReturnType<typeof createRuntime>, graphId: string): void => {
  const nodes = ['Start', 'OnNewFrame'].map((category) => ({
    id: `${graphId} ${category}`,
    category,
    values: {},
  }));
  runtime.execute('graph.load', { graph: { graphId, name: graphId, nodes, connections: [] } });
  runtime.execute('graph.run', { graphId });
};
