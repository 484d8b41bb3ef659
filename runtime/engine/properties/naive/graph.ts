/** A graph as its image says it: ports and wires are looked up anew whenever they matter. */
import { zeroOf } from '#spec/values.ts';
import { convertTo, needsConversion } from '../../convert.ts';
import { priceOf } from '../../limits.ts';
import type { Json } from '#spec/values.ts';
import type { GraphImage, NodeImage } from '../../../link/protocol.ts';
import type { NodeDefinition } from '../../../nodes/node.ts';
import type { PortDeclaration } from '../../../nodes/node-type.ts';

export type Definitions = ReadonlyMap<string, NodeDefinition>;

/** A node with what it knows while its graph runs. */
export interface NaiveNode {
  readonly image: NodeImage;
  readonly definition: NodeDefinition;
  readonly ports: readonly PortDeclaration[];
  /** Undefined until it is made. */
  state: unknown;
  isPrepared: boolean;
  /** What the outputs hold, by name. */
  readonly outputs: Map<string, Json>;
  /** What the inputs received last, by name. */
  readonly inputs: Map<string, Json>;
}

export interface NaiveGraph {
  readonly image: GraphImage;
  readonly nodes: readonly NaiveNode[];
}

/** One port of one node. */
export interface End {
  readonly node: NaiveNode;
  readonly port: PortDeclaration;
}

export const readGraph = (image: GraphImage, definitions: Definitions): NaiveGraph => ({
  image,
  nodes: image.nodes.map((node) => {
    const wires = image.connections.filter(({ to }) => to[0] === node.id);
    return readNode(node, new Set(wires.map(({ to }) => to[1])), definitions);
  }),
});

const readNode = (image: NodeImage, wired: ReadonlySet<string>, definitions: Definitions): NaiveNode => {
  const definition = definitions.get(image.category.toLowerCase())!;
  const { type } = definition;
  const ports = type.portsFor?.(image.values) ?? type.ports;
  const node: NaiveNode = {
    image,
    definition,
    ports,
    state: undefined,
    isPrepared: false,
    outputs: new Map(),
    inputs: new Map(),
  };
  for (const port of dataPorts(node, 'output')) node.outputs.set(port.name, zeroOf(port.type));
  for (const port of dataPorts(node, 'input')) {
    node.inputs.set(port.name, ownValue({ node, port }, wired.has(port.name)));
  }
  return node;
};

export const isSignal = ({ type }: PortDeclaration): boolean => type === 'Trigger' || type === 'Button';

export const isPure = ({ definition }: NaiveNode): boolean => definition.evaluate !== undefined;

export const nodeOf = (graph: NaiveGraph, id: string): NaiveNode =>
  graph.nodes.find(({ image }) => image.id === id)!;

export const dataPorts = (node: NaiveNode, direction: PortDeclaration['direction']): PortDeclaration[] =>
  node.ports.filter((port) => port.direction === direction && !isSignal(port));

export const signalOutputs = (node: NaiveNode): PortDeclaration[] =>
  node.ports.filter((port) => port.direction === 'output' && isSignal(port));

const marked = ({ node, port }: End, mark: 'lazy' | 'watched'): boolean => {
  const declared = node.definition.inputs[port.name];
  return declared !== undefined && mark in declared;
};

export const isLazy = (end: End): boolean => marked(end, 'lazy');

export const eagerInputs = (node: NaiveNode): End[] =>
  dataPorts(node, 'input')
    .map((port) => ({ node, port }))
    .filter((end) => !isLazy(end));

const weighty = new Set(['String', 'List', 'Generic']);

/** What a body pays for the size of what it reads. */
export const priceFor = (node: NaiveNode): number =>
  eagerInputs(node)
    .filter(({ port }) => weighty.has(port.type))
    .map(({ port }) => priceOf(node.inputs.get(port.name)!))
    .reduce((sum, price) => sum + price, 0);

/** The output that is wired to an input. */
export const sourceOf = (graph: NaiveGraph, { node, port }: End): End | undefined => {
  const wire = graph.image.connections.find(({ to }) => to[0] === node.image.id && to[1] === port.name);
  if (!wire) return undefined;
  const source = nodeOf(graph, wire.from[0]);
  return { node: source, port: dataPorts(source, 'output').find(({ name }) => name === wire.from[1])! };
};

const optionsOf = ({ node, port }: End): readonly string[] | undefined =>
  port.name in node.definition.inputs ? port.options : undefined;

/** What an input holds before anything arrives: what was written, unless a wire takes its place. */
const ownValue = (end: End, isWired: boolean): Json => {
  const { node, port } = end;
  const written = isWired ? undefined : node.image.values[port.name];
  const held = written ?? port.default ?? zeroOf(port.type);
  return convertTo(port.type, held, optionsOf(end));
};

/** What arrives at an input of what its source yields. */
export const arrive = (source: End, end: End, value: Json): Json =>
  needsConversion(source.port.type, end.port.type) ? convertTo(end.port.type, value, optionsOf(end)) : value;

/** Whether an output of a node that is not pure is worked out when it is read. */
export const isLive = ({ node, port }: End): boolean => port.name in node.definition.live;

/** Whether an output is worked out when it is read. */
export const isComputed = (end: End): boolean => isPure(end.node) || isLive(end);

/**
 * Whose work it is to bring inputs up to date, in the order of doing it: every computed output that is reached counts
 * once, and so does every value that is converted or kept.
 */
export const workFor = (graph: NaiveGraph, inputs: readonly End[], seen = new Set<string>()): string[] =>
  inputs.flatMap((end) => {
    const source = sourceOf(graph, end);
    if (!source) return [];
    const own = keeps(source, end) ? [end.node.image.id] : [];
    const name = `${source.node.image.id} ${source.port.name}`;
    if (!isComputed(source) || seen.has(name)) return own;
    seen.add(name);
    const before = isPure(source.node) ? workFor(graph, eagerInputs(source.node), seen) : [];
    return [...before, source.node.image.id, ...own];
  });

/** Whether an input has a value of its own, apart from that of its source. */
const keeps = (source: End, end: End): boolean => {
  const { resume, due, done } = end.node.definition;
  const outlasts = !isLazy(end) && (resume ?? due ?? done) !== undefined;
  return (
    marked(end, 'watched') ||
    outlasts ||
    source.node === end.node ||
    needsConversion(source.port.type, end.port.type)
  );
};

/** The ports that observers are told of, with their ids. */
export const publishedPorts = (node: NaiveNode): { readonly portId: string; readonly end: End }[] => {
  if (node.image.internal) return [];
  const ends = node.ports.filter((port) => !isSignal(port)).map((port) => ({ node, port }));
  const watched = ends.filter((end) => end.port.direction === 'input' && marked(end, 'watched'));
  const outputs = ends.filter(({ port }) => port.direction === 'output');
  return [...watched, ...outputs].map((end) => ({
    portId: `${node.image.id}.${end.port.direction === 'input' ? 'in' : 'out'}.${end.port.name}`,
    end,
  }));
};

/** What an output triggers, in the order in which the wires were made. */
export const targetsOf = (graph: NaiveGraph, { node, port }: End): { node: NaiveNode; input: string }[] => {
  if (node.image.disabled?.includes(`out.${port.name}`)) return [];
  return graph.image.connections
    .filter(({ from }) => from[0] === node.image.id && from[1] === port.name)
    .map(({ to }) => ({ node: nodeOf(graph, to[0]), input: to[1] }))
    .filter((target) => !target.node.image.disabled?.includes(`in.${target.input}`));
};
