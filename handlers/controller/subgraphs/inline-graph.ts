import { convertValue } from '#spec/convert-value.ts';
import type { Json } from '#spec/values.ts';
import { createNodeWithValues } from '../graphs/add-nodes.ts';
import { countContentEdit } from '../graphs/change-tracking.ts';
import { checkGraphSize, measureNode } from '../graphs/file-size.ts';
import {
  type Connection,
  findPortByKey,
  getPortByName,
  getPortKey,
  type GraphDocument,
  isWritablePort,
  type NodeDocument,
  type PortEnd,
  setValue,
} from '../graphs/graph-document.ts';
import { addItems, createNode, listPortsForValues, removeNodes } from '../graphs/graph-edits.ts';
import { createNameAllocator } from './allocate-names.ts';
import { type InlinedValue, type Inlining, planInlining } from './plan-inlining.ts';
import { renameVariables } from './variable-uses.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { VariableEditor } from '../variables/variable-editor.ts';
import type { VariableDocument, Variables } from '../variables/variables.ts';

interface InliningContext {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: Pick<VariableEditor, 'create' | 'delete'>;
}

/** What has replaced a node that called a graph. */
export interface InlinedGraph {
  readonly nodes: readonly NodeDocument[];
  readonly connections: readonly Connection[];
  /** The variables of the calling graph that have taken the place of those of the called graph. */
  readonly variables: readonly VariableDocument[];
}

const columnWidth = 320;

/**
 * Replaces a node that calls a graph with copies of the nodes of that graph, as a single edit. The called graph stays.
 * Either everything happens, or nothing changes.
 * @throws ApiError INVALID_VALUE if the node can't be replaced by nodes that do the same
 */
export const inlineGraph = (context: InliningContext, node: NodeDocument): InlinedGraph => {
  const { store, variables, variableEditor } = context;
  const { graph } = node;
  const plan = planInlining(store, variables, node);
  const allocateName = createNameAllocator(
    [...variables.values()]
      .filter(({ graphId }) => graphId === undefined || graphId === graph.id)
      .map(({ name }) => name),
  );
  const created = new Map<VariableDocument, VariableDocument>();
  try {
    for (const { variable } of plan.variables) {
      const { type, value, default: initial } = variable;
      const request = { name: allocateName(variable.name), type, value: initial ?? value, graphId: graph.id };
      created.set(variable, variableEditor.create(request));
    }
    return { ...replaceNode(store, graph, plan, created), variables: [...created.values()] };
  } catch (failure) {
    for (const variable of created.values()) variableEditor.delete(variable);
    throw failure;
  }
};

/** Copies a node to another graph, with the new names of the variables that it uses. */
const copyNode = (
  store: GraphStore,
  graph: GraphDocument,
  original: NodeDocument,
  newNames: ReadonlyMap<string, string>,
  offset: { readonly x: number; readonly y: number },
): NodeDocument => {
  const { type, disabled, expanded, note } = original;
  const copy: NodeDocument = {
    ...createNode(store, graph, type, original.locationX + offset.x, original.locationY + offset.y),
    values: renameVariables(original, newNames),
    disabled: new Set(disabled),
    expanded: new Set(expanded),
    ...(note && { note }),
  };
  copy.ports = listPortsForValues(store, copy);
  return copy;
};

const replaceNode = (
  store: GraphStore,
  graph: GraphDocument,
  plan: Inlining,
  created: ReadonlyMap<VariableDocument, VariableDocument>,
): Pick<InlinedGraph, 'nodes' | 'connections'> => {
  const { node, nodes } = plan;
  const newNames = new Map([...created].map(([{ name }, variable]) => [name, variable.name]));
  const left = Math.min(...nodes.map(({ locationX }) => locationX));
  const top = Math.min(...nodes.map(({ locationY }) => locationY));
  const offset = nodes.length > 0 ? { x: node.locationX - left, y: node.locationY - top } : { x: 0, y: 0 };
  const copies = new Map(nodes.map((each) => [each, copyNode(store, graph, each, newNames, offset)]));
  const added: NodeDocument[] = [...copies.values()];
  const toEnd = (end: PortEnd): PortEnd => {
    const copy = copies.get(end.node);
    if (!copy) return end;
    return { node: copy, port: findPortByKey(copy, getPortKey(end.port)) ?? end.port };
  };
  const pairs: { from: PortEnd; to: PortEnd }[] = [];
  const connect = (from: PortEnd, to: PortEnd): void => void pairs.push({ from: toEnd(from), to: toEnd(to) });
  const deliver = (value: InlinedValue, target: PortEnd): void => {
    if ('source' in value) connect(value.source, target);
    else setConstant(toEnd(target), value.constant);
  };
  const place = (category: string, column: number, ports: Record<string, Json>): NodeDocument => {
    const placed = createNodeWithValues(store, graph, {
      category,
      locationX: node.locationX + column * columnWidth,
      locationY: node.locationY - columnWidth / 2,
      ports,
    });
    added.push(placed);
    return placed;
  };
  const output = (owner: NodeDocument, port: string): PortEnd => ({
    node: owner,
    port: getPortByName(owner, port, 'output'),
  });
  const input = (owner: NodeDocument, port: string): PortEnd => ({
    node: owner,
    port: getPortByName(owner, port, 'input'),
  });

  // the variables begin with the same values in each pass, as they did in each call
  let triggers: readonly PortEnd[] = plan.triggers;
  for (const [index, { variable, initial, readers }] of plan.variables.entries()) {
    const Variable = newNames.get(variable.name) ?? variable.name;
    const writer = place('SetVariable', index - plan.variables.length, { Variable });
    for (const trigger of triggers) connect(trigger, input(writer, 'In'));
    deliver(initial, input(writer, 'Value'));
    triggers = [output(writer, 'Out')];
    if (readers.length === 0) continue;
    const reader = place('GetVariable', index + 1, { Variable });
    for (const target of readers) connect(output(reader, 'Value'), target);
  }
  for (const { from, to } of plan.inner) connect(from, to);
  for (const trigger of triggers)
    for (const target of [...plan.starts, ...plan.continuations]) connect(trigger, target);
  for (const { value, targets } of [...plan.inputs, ...plan.outputs])
    for (const target of targets) deliver(value, target);
  for (const { from, to } of plan.bridges) connect(from, to);
  if (plan.end) for (const target of plan.end.targets) connect(plan.end.source, target);

  for (const each of added) measureNode(each);
  checkGraphSize(
    graph,
    added.reduce((bytes, each) => bytes + each.bytes, 0),
    pairs.length,
  );
  removeNodes(store, graph, [node]);
  const connections = addItems(store, graph, added, pairs);
  countContentEdit(graph);
  return { nodes: added, connections };
};

const setConstant = ({ node, port }: PortEnd, value: Json): void => {
  if (isWritablePort(port)) setValue(node, port, convertValue(port.type, value, port.options));
};
