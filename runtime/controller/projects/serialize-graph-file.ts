/** The text of a graph file: one node and one connection a line. */
import { joinSmallChunks } from '../../storage/text-encoding.ts';
import type { Connection, GraphDocument } from '../graphs/graph-document.ts';
import { getPortJson } from '../graphs/port-json.ts';
import { toFileNode, type SavedNode, toGraphFileHeader, toFileConnection } from './graph-file-format.ts';

/** Characters after which a piece ends: about a millisecond of work. A single line may be longer. */
const minChunkLength = 262_144;

/**
 * The text of a graph file in pieces that can be written one after another.
 * What they say is settled by this call: edits made before the last piece is taken are not in them.
 */
export const serializeGraphFileInChunks = (graph: GraphDocument): Iterable<string> => {
  const top = Object.entries(toGraphFileHeader(graph)).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const nodes = Array.from(graph.nodes.values(), toFileNode);
  // Their ends keep their nodes and the names of their ports, also when a node is given others.
  const wires = graph.connections.values();
  return joinSmallChunks(generateFileParts(top, nodes, wires));
};

/** The text of a graph file as a whole. */
export const serializeGraphFile = (graph: GraphDocument): string =>
  [...serializeGraphFileInChunks(graph)].join('');

function* generateFileParts(
  top: readonly string[],
  nodes: readonly SavedNode[],
  wires: readonly Connection[],
): Generator<string> {
  yield `{\n${top.join('\n')}\n`;
  yield* generateListParts('nodes', nodes, JSON.stringify, ',');
  yield* generateListParts('connections', wires, stringifyConnection, '');
  yield '}\n';
}

function* generateListParts<T>(
  key: string,
  items: readonly T[],
  print: (item: T) => string,
  after: string,
): Generator<string> {
  if (items.length === 0) {
    yield `  "${key}": []${after}\n`;
    return;
  }
  yield `  "${key}": [\n`;
  let part = '';
  for (const [index, item] of items.entries()) {
    part += `    ${print(item)}${index + 1 < items.length ? ',\n' : '\n'}`;
    if (part.length < minChunkLength) continue;
    yield part;
    part = '';
  }
  yield `${part}  ]${after}\n`;
}

/** Puts wires together as text: printing an object takes twice as long. */
const stringifyConnection = (wire: Connection): string => {
  const { id, from, to } = wire;
  const [output, input] = [from.node, to.node];
  if (!output.graph.plainIds) return JSON.stringify(toFileConnection(wire));
  return `{"id":"${id}","from":["${output.id}",${getPortJson(from.port).name}],"to":["${input.id}",${getPortJson(to.port).name}]}`;
};
