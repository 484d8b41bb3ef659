/** Projects of many random graphs, for tests and measurements. */
import { createEventBus } from '../bus/bus.ts';
import { createConsoleWriter } from '../../link/console.ts';
import { createNoLink } from '../../link/in-process.ts';
import { nodeTypes } from '../../nodes/index.ts';
import { createNodeCatalog } from '../graphs/catalog.ts';
import { folderHome } from './folder-home.ts';
import { type Controller, createController } from '../controller.ts';
import { graphToFile } from './graph-file.ts';
import { createWorkerLayouter } from '../layout/worker-layouter.ts';
import { fillGraph, randomValue, type Roll } from '../graphs/testing-random.ts';
import { variableTypes } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from '../graphs/document.ts';

export interface OpenedProject {
  readonly controller: Controller;
  /** What the console says: nothing, unless a file is damaged. */
  readonly messages: readonly string[];
}

/** Opens a project folder without a runtime. */
export const openTestProject = async (
  folder: string,
  now = (): Date => new Date(0),
): Promise<OpenedProject> => {
  const messages: string[] = [];
  const bus = createEventBus('test');
  const write = createConsoleWriter('c', () => now().getTime());
  const controller = createController({
    home: folderHome,
    link: createNoLink(),
    bus,
    writeConsole: (line) => {
      messages.push(line.message);
      return write(line);
    },
    catalog: createNodeCatalog(nodeTypes, () => false),
    layouter: createWorkerLayouter(),
    now,
    exposesSensitive: () => true,
  });
  await controller.openProject(folder);
  return { controller, messages };
};

/** Adds variables, and graphs of so many random nodes each. */
export const fillProject = async (
  controller: Controller,
  roll: Roll,
  size: { readonly graphs: number; readonly nodes: number },
): Promise<void> => {
  const addVariable = (name: string, graphId?: string): void => {
    const type = variableTypes[roll(variableTypes.length)]!;
    controller.variableEditor.create({ name, type, value: randomValue(roll, type), graphId });
  };
  for (let index = 0; index < 10; index += 1) addVariable(`variable ${index}`);
  for (let index = 0; index < size.graphs; index += 1) {
    const graph = await controller.createGraph({ name: `Graph ${index}`, replace: false });
    addVariable('own', graph.id);
    fillGraph(controller.store, graph, roll, size.nodes);
  }
};

/** By port, each in the order of creation. */
const wireIds = (wires: NodeDocument['incoming']) =>
  Object.fromEntries([...wires].map(([port, list]) => [port, list.map(({ id }) => id)]));

const contentsOf = (graph: GraphDocument) => ({
  file: graphToFile(graph),
  path: graph.path,
  layout: graph.layout,
  nodes: [...graph.nodes.values()].map(({ ports, incoming, outgoing }) => ({
    ports: ports.map(({ name, type, direction }) => [name, type, direction]),
    incoming: wireIds(incoming),
    outgoing: wireIds(outgoing),
  })),
});

/** All that a project holds: graphs by path, with nodes and wires in their order, and variables. */
export const projectContents = ({ store, variables }: Controller) => ({
  graphs: [...store.graphs.values()].map(contentsOf).sort((a, b) => (a.path < b.path ? -1 : 1)),
  variables: [...variables.values()],
});
