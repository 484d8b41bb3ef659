/** The text of a graph file: one node and one connection a line. */
import { isPlain } from '../../disk/text.ts';
import type { Connection, GraphDocument } from '../graphs/document.ts';
import { nodeToFile, type SavedNode, topOfFile, wireToFile } from './graph-file.ts';

/** Lines that are printed in one go: a millisecond of work, and the whole file of a graph of usual size. */
const linesInPiece = 2000;

/**
 * The text of a graph file in pieces that can be written one after another.
 * What they say is settled by this call: edits made before the last piece is taken are not in them.
 */
export const graphFilePieces = (graph: GraphDocument): Iterable<string> => {
  const top = Object.entries(topOfFile(graph)).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  const nodes = Array.from(graph.nodes.values(), nodeToFile);
  // A wire stays as it is for as long as it is there.
  const wires = [...graph.connections.values()];
  return piecesOf(top, nodes, wires, wirePrinter(nodes));
};

/** The text of a graph file as a whole. */
export const printGraphFile = (graph: GraphDocument): string => [...graphFilePieces(graph)].join('');

function* piecesOf(
  top: readonly string[],
  nodes: readonly SavedNode[],
  wires: readonly Connection[],
  printWire: (wire: Connection) => string,
): Generator<string> {
  yield `{\n${top.join('\n')}\n`;
  yield* listPieces('nodes', nodes, JSON.stringify, ',');
  yield* listPieces('connections', wires, printWire, '');
  yield '}\n';
}

function* listPieces<T>(
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
  for (let from = 0; from < items.length; from += linesInPiece) {
    let piece = '';
    const end = Math.min(from + linesInPiece, items.length);
    for (let index = from; index < end; index += 1) {
      // biome-ignore lint/style/noNonNullAssertion: there are as many
      piece += `    ${print(items[index]!)}${index + 1 < items.length ? ',\n' : '\n'}`;
    }
    yield piece;
  }
  yield `  ]${after}\n`;
}

/**
 * Puts wires together as text where nothing in them is to be escaped: printing an object takes twice as long. Ids of nodes
 * are looked at once, not at each wire.
 */
const wirePrinter = (nodes: readonly SavedNode[]): ((wire: Connection) => string) => {
  if (!nodes.every(({ id }) => isPlain(id))) return (wire) => JSON.stringify(wireToFile(wire));
  return (wire) => {
    const { id, from, to } = wire;
    const [output, input] = [from.port.name, to.port.name];
    return isPlain(id) && isPlain(output) && isPlain(input)
      ? `{"id":"${id}","from":["${from.node.id}","${output}"],"to":["${to.node.id}","${input}"]}`
      : JSON.stringify(wireToFile(wire));
  };
};
