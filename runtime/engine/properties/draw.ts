/** Plans carried out by the edits that authors make, so that only legal graphs come of them. */
import { compatible } from '#spec/values.ts';
import { createNodeCatalog } from '../../graph/catalog.ts';
import { portIdOf } from '../../graph/document.ts';
import { addNode } from '../../graph/add-nodes.ts';
import { withinRange } from '../../graph/coerce.ts';
import { addGraph, connect, setDisabled, setExpanded, writePort } from '../../graph/edit.ts';
import { imageOf } from '../../graph/image.ts';
import { createGraphStore } from '../../graph/store.ts';
import { isExpandable } from '../../graph/sub-ports.ts';
import { attempt } from '../../graph/testing-random.ts';
import { allDefinitions, names } from './graph-plans.ts';
import type { Json } from '#spec/values.ts';
import type { GraphDocument, NodeDocument } from '../../graph/document.ts';
import type { GraphStore } from '../../graph/store.ts';
import type { GraphImage } from '../../link/protocol.ts';
import type { PortDeclaration } from '../../nodes/node-type.ts';
import type { GraphPlan, NodePlan, Scribble, WirePlan } from './graph-plans.ts';

/** The same ids each time: random sources depend on them. */
const countedIds = (): (() => string) => {
  let made = 0;
  return () => {
    made += 1;
    return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
  };
};

/** Draws a graph. Nodes of the same place in the plan have the same id, whatever else is in it. */
export const draw = (plan: GraphPlan, graphId = 'graph-0'): GraphImage => {
  const store = createGraphStore(countedIds(), {
    catalog: createNodeCatalog(
      [...allDefinitions.values()].map(({ type }) => type),
      () => false,
    ),
    exposesSensitive: () => false,
    optionsOf: () => names,
    viewOf: () => ({ variableType: () => undefined }),
  });
  const graph = addGraph(store, graphId, '');
  // what every new graph has already
  const given = [...graph.nodes.values()];
  const nodes = [...given, ...plan.nodes.map((node) => place(store, graph, node))];
  for (const wire of plan.wires) lay(store, graph, nodes, wire);
  return { ...imageOf(graph), graphId };
};

const at = <T>(items: readonly T[], index: number): T | undefined => items[index % items.length];

const place = (store: GraphStore, graph: GraphDocument, plan: NodePlan): NodeDocument => {
  const node = addNode(store, graph, { category: plan.category, locationX: 0, locationY: 0 });
  const writable = node.ports.filter((port) => port.direction === 'input' && port.type !== 'Trigger');
  for (const port of writable.filter(isAboutSomething)) {
    writePort(store, portIdOf(node.id, port), at(port.options ?? names, plan.about)!);
  }
  for (const { port: index, value } of plan.writes) {
    const port = at(writable, index);
    if (!port) continue;
    const raw = withinRange(port, rawValue(port, value));
    attempt(() => writePort(store, portIdOf(node.id, port), raw));
  }
  for (const index of plan.disabled) {
    const triggers = node.ports.filter(({ type }) => type === 'Trigger');
    const port = at(triggers, index);
    if (port) setDisabled({ node, port }, true);
  }
  if (plan.isExpanded) {
    for (const port of node.ports.filter(isExpandable)) setExpanded(store, { node, port }, true);
  }
  return node;
};

/** Ports by which nodes find each other, and those that choose what a node does. */
const isAboutSomething = ({ name, type }: PortDeclaration): boolean =>
  type === 'Dropdown' || name === 'Name' || name === 'Pattern';

const rawValue = ({ type, options }: PortDeclaration, { number, text, json }: Scribble): Json => {
  switch (type) {
    case 'Boolean':
      return number > 0;
    case 'Integer':
      return Math.trunc(number);
    case 'Float':
      return number;
    case 'Dropdown':
      return at(options ?? names, Math.abs(Math.trunc(number)))!;
    case 'Vector3':
      return { x: number, y: -number, z: 1 };
    case 'Color':
      return { r: number, g: 0, b: 1, a: 1 };
    case 'List':
      return Array.isArray(json) ? json : [json, number];
    case 'Generic':
      return json;
    default:
      return text;
  }
};

const isSignal = ({ type }: PortDeclaration): boolean => type === 'Trigger' || type === 'Button';

/** Lays a wire where two ports fit; what an author would be refused is left out. */
const lay = (
  store: GraphStore,
  graph: GraphDocument,
  nodes: readonly NodeDocument[],
  plan: WirePlan,
): void => {
  const side = (direction: PortDeclaration['direction']) => (node: NodeDocument) =>
    node.ports.filter(
      (port) => port.direction === direction && isSignal(port) === (plan.carries === 'signal'),
    );
  const outputs = side('output');
  const inputs = side('input');
  const source = at(
    nodes.filter((node) => outputs(node).length > 0),
    plan.from,
  );
  const output = source && at(outputs(source), plan.output);
  if (!source || !output) return;
  const fitting = (node: NodeDocument) => inputs(node).filter((port) => compatible(output.type, port.type));
  const target = at(
    nodes.filter((node) => fitting(node).length > 0),
    plan.to,
  );
  const input = target && at(fitting(target), plan.input);
  if (!target || !input) return;
  attempt(() => connect(store, graph, portIdOf(source.id, output), portIdOf(target.id, input)));
};
