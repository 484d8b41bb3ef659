/** Creates projects with many random graphs for tests and benchmarks. */
import { createEventBus } from '../bus/event-bus.ts';
import { createConsoleWriter } from '#runtime/link/console-writer.ts';
import { createUnconnectedLink } from '#runtime/link/in-process-link.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { createNodeCatalog } from '../graphs/node-catalog.ts';
import { folderProjectStorage } from './folder-project-storage.ts';
import { type Controller, createController } from '../controller.ts';
import { toGraphFile } from './graph-file-format.ts';
import { createWorkerLayoutRunner } from '../layout/worker-layout-runner.ts';
import type { LayoutRunner } from '../layout/layout-request.ts';
import { addRandomNodes, createRandomValue, type RandomInteger } from '../graphs/testing-random-edits.ts';
import { variableTypes } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from '../graphs/graph-document.ts';

export interface OpenedProject {
  readonly controller: Controller;
  /** The console messages. No messages are written unless a file is damaged. */
  readonly messages: readonly string[];
}

/** Opens a project folder without a runtime. */
export const openTestProject = async (
  folder: string,
  now = (): Date => new Date(0),
  layoutRunner: LayoutRunner = createWorkerLayoutRunner(),
): Promise<OpenedProject> => {
  const messages: string[] = [];
  const bus = createEventBus('test');
  const write = createConsoleWriter('c', () => now().getTime());
  const controller = createController({
    projectStorage: folderProjectStorage,
    link: createUnconnectedLink(),
    bus,
    writeConsole: (line) => {
      messages.push(line.message);
      return write(line);
    },
    catalog: createNodeCatalog(nodeTypes, () => false),
    layoutRunner,
    now,
    exposesSensitive: () => true,
  });
  await controller.openProject(folder);
  return { controller, messages };
};

/** Adds variables and graphs with random nodes. */
export const addRandomGraphs = async (
  controller: Controller,
  randomInt: RandomInteger,
  size: { readonly graphs: number; readonly nodes: number },
): Promise<void> => {
  const addVariable = (name: string, graphId?: string): void => {
    const type = variableTypes[randomInt(variableTypes.length)]!;
    controller.variableEditor.create({ name, type, value: createRandomValue(randomInt, type), graphId });
  };
  for (let index = 0; index < 10; index += 1) addVariable(`variable ${index}`);
  for (let index = 0; index < size.graphs; index += 1) {
    const graph = await controller.createGraph({ name: `Graph ${index}`, replace: false });
    addVariable('own', graph.id);
    addRandomNodes(controller.store, graph, randomInt, size.nodes);
  }
};

/** Returns the ids of each port's connections, in creation order. */
const groupConnectionIds = (connections: NodeDocument['incoming']) =>
  Object.fromEntries([...connections].map(([port, list]) => [port, list.map(({ id }) => id)]));

const getGraphContents = (graph: GraphDocument) => ({
  file: toGraphFile(graph),
  path: graph.path,
  layout: graph.layout,
  nodes: [...graph.nodes.values()].map(({ ports, incoming, outgoing }) => ({
    ports: ports.map(({ name, type, direction }) => [name, type, direction]),
    incoming: groupConnectionIds(incoming),
    outgoing: groupConnectionIds(outgoing),
  })),
});

/**
 * Returns everything in a project: its variables, and its graphs keyed by path, with nodes and connections in order.
 */
export const getProjectContents = ({ store, variables }: Controller) => ({
  graphs: [...store.graphs.values()].map(getGraphContents).sort((a, b) => (a.path < b.path ? -1 : 1)),
  variables: [...variables.values()],
});
