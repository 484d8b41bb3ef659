/** The text of a graph file: one node and one connection a line. */
import { joined } from '../../disk/text.ts';
import type { Connection, GraphDocument } from '../graphs/document.ts';
import { portText } from '../graphs/port-text.ts';
import { nodeToFile, type SavedNode, topOfFile, wireToFile } from './graph-file.ts';

/** Characters after which a piece ends: about a millisecond of work. A single line may be longer. */
const pieceLength = 262_144;

/**
 * The text of a graph file in pieces that can be written one after another.
 * What they say is settled by this call: edits made before the last piece is taken are not in them.
 */
export const graphFilePieces = (graph: GraphDocument): Iterable<string> => {
  const top = Object.entries(topOfFile(graph)).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const nodes = Array.from(graph.nodes.values(), nodeToFile);
  // Their ends keep their nodes and the names of their ports, also when a node is given others.
  const wires = graph.connections.values();
  return joined(partsOf(top, nodes, wires));
};

/** The text of a graph file as a whole. */
export const printGraphFile = (graph: GraphDocument): string => [...graphFilePieces(graph)].join('');

function* partsOf(
  top: readonly string[],
  nodes: readonly SavedNode[],
  wires: readonly Connection[],
): Generator<string> {
  yield `{\n${top.join('\n')}\n`;
  yield* listParts('nodes', nodes, JSON.stringify, ',');
  yield* listParts('connections', wires, wireText, '');
  yield '}\n';
}

function* listParts<T>(
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
    if (part.length < pieceLength) continue;
    yield part;
    part = '';
  }
  yield `${part}  ]${after}\n`;
}

/** Puts wires together as text: printing an object takes twice as long. */
const wireText = (wire: Connection): string => {
  const { id, from, to } = wire;
  const [output, input] = [from.node, to.node];
  if (!output.graph.plainIds) return JSON.stringify(wireToFile(wire));
  return `{"id":"${id}","from":["${output.id}",${portText(from.port).name}],"to":["${input.id}",${portText(to.port).name}]}`;
};
