import { ApiError } from '#spec/errors.ts';
import type { PortType } from '#spec/values.ts';
import { createNodeWithValues } from '../graphs/add-nodes.ts';
import { countContentEdit, markAllChanged } from '../graphs/change-tracking.ts';
import { checkGraphSize } from '../graphs/file-size.ts';
import {
  type Connection,
  getPortByName,
  type GraphDocument,
  type NodeDocument,
  type PortEnd,
} from '../graphs/graph-document.ts';
import { addItems, removeGraph, removeNodes } from '../graphs/graph-edits.ts';
import { type GraphStore, requireNode } from '../graphs/graph-store.ts';
import { graphFileFormat, toFileNode } from '../projects/graph-file-format.ts';
import { openGraph } from '../projects/open-graph.ts';
import { type ExtractedOutput, type Extraction, planExtraction } from './plan-extraction.ts';
import type { VariableEditor } from '../variables/variable-editor.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

interface ExtractionContext {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: Pick<VariableEditor, 'create' | 'delete'>;
}

/** A graph that was extracted, and what replaces its nodes in the graph where they were. */
export interface ExtractedGraph {
  readonly graph: GraphDocument;
  /** The RunGraph node that calls the new graph. */
  readonly node: NodeDocument;
  readonly variables: readonly VariableDocument[];
  /** The connections of the new node. */
  readonly connections: readonly Connection[];
}

/** The horizontal distance, in canvas units, between the columns of added nodes. */
const columnWidth = 320;
const rowHeight = 160;

/**
 * Turns nodes of a graph into a graph of their own, and calls it in their place. Either everything happens, or nothing
 * changes.
 * @param path the path of the new graph's file
 * @throws ApiError NODE_NOT_FOUND, DUPLICATE_NAME, or INVALID_VALUE if the nodes can't become a graph that does the same
 */
export const extractGraph = (
  context: ExtractionContext,
  graph: GraphDocument,
  nodeIds: readonly string[],
  { name, path }: { readonly name: string; readonly path: string },
): ExtractedGraph => {
  const { store, variables, variableEditor } = context;
  if (store.graphs.find(name)) {
    throw new ApiError(
      'DUPLICATE_NAME',
      `Another graph is already called '${name}', and a call names the graph.`,
    );
  }
  const nodes = [...new Set(nodeIds)].map((id) => requireNode(store, id, graph));
  const extraction = planExtraction(graph, nodes, variables);
  const extracted = openGraph(store, path, createGraphFile(store, extraction, name));
  const created: VariableDocument[] = [];
  try {
    for (const { name: variable, type, direction } of listVariables(extraction))
      created.push(variableEditor.create({ name: variable, type, direction, graphId: extracted.id }));
    const replaced = replaceNodes(store, graph, extraction, name);
    markAllChanged(extracted);
    return { graph: extracted, variables: created, ...replaced };
  } catch (failure) {
    for (const variable of created) variableEditor.delete(variable);
    removeGraph(store, extracted);
    throw failure;
  }
};

const listVariables = ({ inputs, outputs, exits }: Extraction) => [
  ...inputs.map(({ name, type }) => ({ name, type, direction: 'input' as const })),
  ...outputs.map(({ name, type }) => ({ name, type, direction: 'output' as const })),
  ...exits.flatMap(({ flag }) =>
    flag === undefined ? [] : [{ name: flag, type: 'Boolean' as PortType, direction: 'output' as const }],
  ),
];

/** A position on the canvas. */
interface Place {
  readonly x: number;
  readonly y: number;
}

const getBounds = (nodes: readonly NodeDocument[]) => {
  const [xs, ys] = [nodes.map(({ locationX }) => locationX), nodes.map(({ locationY }) => locationY)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys) };
};

/** Creates the file of the new graph: copies of the nodes between nodes that read the inputs and write the outputs. */
const createGraphFile = (store: GraphStore, extraction: Extraction, name: string): unknown => {
  const { nodes, inner, entry, inputs, outputs, exits } = extraction;
  const { left, right, top } = getBounds(nodes);
  const ids = new Map(nodes.map(({ id }) => [id, store.newId()]));
  const toEnd = ({ node, port }: PortEnd): [string, string] => [ids.get(node.id) ?? node.id, port.name];
  const added: object[] = [];
  const connections: object[] = [];
  const connect = (from: readonly [string, string], to: readonly [string, string]): void => {
    connections.push({ id: store.newId(), from, to });
  };
  const add = (category: string, { x, y }: Place, values: object = {}): string => {
    const id = store.newId();
    added.push({ id, category, x, y, values });
    return id;
  };
  const start = add('Start', { x: left - columnWidth, y: entry.node.locationY });
  connect([start, 'Out'], toEnd(entry));
  for (const { from, to } of inner) connect(toEnd(from), toEnd(to));
  for (const [row, { name: variable, targets }] of inputs.entries()) {
    const place = { x: left - columnWidth, y: top + (row + 1) * rowHeight };
    const reader = add('GetVariable', place, { Variable: variable });
    for (const target of targets) connect([reader, 'Value'], toEnd(target));
  }
  let writerCount = 0;
  /** Adds a node that writes a variable when one of these triggers fires. */
  const addWriter = (triggers: readonly (readonly [string, string])[], values: object): string => {
    writerCount += 1;
    const writer = add('SetVariable', { x: right + writerCount * columnWidth, y: top }, values);
    for (const trigger of triggers) connect(trigger, [writer, 'In']);
    return writer;
  };
  const writeOutput = (
    { name: variable, source }: ExtractedOutput,
    triggers: readonly (readonly [string, string])[],
  ): string => {
    const writer = addWriter(triggers, { Variable: variable });
    connect(toEnd(source), [writer, 'Value']);
    return writer;
  };
  for (const { source, flag } of exits) {
    let last = toEnd(source);
    if (flag !== undefined) last = [addWriter([last], { Variable: flag, Value: true }), 'Out'];
    for (const output of outputs) last = [writeOutput(output, [last]), 'Out'];
  }
  if (exits.length === 0) {
    for (const output of outputs) {
      const { node } = output.source;
      const triggers = node.ports.filter(
        ({ direction, type }) => direction === 'output' && type === 'Trigger',
      );
      writeOutput(
        output,
        triggers.map((port) => toEnd({ node, port })),
      );
    }
  }
  return {
    format: graphFileFormat,
    id: store.newId(),
    name,
    nodes: [
      ...added,
      ...nodes.map((node) => ({ ...toFileNode(node), id: ids.get(node.id), before: undefined })),
    ],
    connections,
  };
};

/** Replaces the extracted nodes with one that calls the new graph, as a single edit. */
const replaceNodes = (
  store: GraphStore,
  graph: GraphDocument,
  { nodes, triggers, inputs, outputs, exits }: Extraction,
  name: string,
): Pick<ExtractedGraph, 'node' | 'connections'> => {
  const { left, top } = getBounds(nodes);
  const place = (category: string, column: number, row: number, ports: object): NodeDocument =>
    createNodeWithValues(store, graph, {
      category,
      locationX: left + column * columnWidth,
      locationY: top + row * rowHeight,
      ports: { ...ports },
    });
  const node = place('RunGraph', 0, 0, { Graph: name, Mode: 'Call' });
  const flagged = exits.filter(({ flag }) => flag !== undefined);
  const branches = flagged.map((_, row) => place('Branch', 1, row, {}));
  const output = (owner: NodeDocument, port: string): PortEnd => ({
    node: owner,
    port: getPortByName(owner, port, 'output'),
  });
  const input = (owner: NodeDocument, port: string): PortEnd => ({
    node: owner,
    port: getPortByName(owner, port, 'input'),
  });
  const pairs: [from: PortEnd, to: PortEnd][] = [
    ...triggers.map((trigger): [PortEnd, PortEnd] => [trigger, input(node, 'In')]),
    ...inputs.map(({ name: port, source }): [PortEnd, PortEnd] => [source, input(node, port)]),
    ...outputs.flatMap(({ name: port, targets }) =>
      targets.map((target): [PortEnd, PortEnd] => [output(node, port), target]),
    ),
    ...exits.flatMap(({ flag, targets }) =>
      flag === undefined ? targets.map((target): [PortEnd, PortEnd] => [output(node, 'Done'), target]) : [],
    ),
    ...flagged.flatMap(({ flag, targets }, index): [PortEnd, PortEnd][] => {
      const branch = branches[index] as NodeDocument;
      return [
        [output(node, 'Done'), input(branch, 'In')],
        [output(node, flag as string), input(branch, 'Condition')],
        ...targets.map((target): [PortEnd, PortEnd] => [output(branch, 'True'), target]),
      ];
    }),
  ];
  const added = [node, ...branches];
  checkGraphSize(
    graph,
    added.reduce((bytes, each) => bytes + each.bytes, 0),
    pairs.length,
  );
  removeNodes(store, graph, nodes);
  const connections = addItems(
    store,
    graph,
    added,
    pairs.map(([from, to]) => ({ from, to })),
  );
  countContentEdit(graph);
  return { node, connections };
};
