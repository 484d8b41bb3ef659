/** The text of a graph file: one node and one connection a line. */
import { isPlain } from '../../disk/text.ts';
import type { Connection, GraphDocument } from '../graphs/document.ts';
import { nodeToFile, topOfFile, wireToFile } from './graph-file.ts';

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
  return piecesOf(top, nodes, wires);
};

/** The text of a graph file as a whole. */
export const printGraphFile = (graph: GraphDocument): string => [...graphFilePieces(graph)].join('');

function* piecesOf(
  top: readonly string[],
  nodes: readonly object[],
  wires: readonly Connection[],
): Generator<string> {
  yield `{\n${top.join('\n')}\n`;
  yield* listPieces('nodes', nodes, JSON.stringify, ',');
  yield* listPieces('connections', wires, wireText, '');
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

/** Put together as text where nothing in it is to be escaped: printing an object takes twice as long. */
const wireText = (wire: Connection): string => {
  const { id, from, to } = wire;
  const [output, outputName, input, inputName] = [from.node.id, from.port.name, to.node.id, to.port.name];
  const isText =
    isPlain(id) && isPlain(output) && isPlain(outputName) && isPlain(input) && isPlain(inputName);
  return isText
    ? `{"id":"${id}","from":["${output}","${outputName}"],"to":["${input}","${inputName}"]}`
    : JSON.stringify(wireToFile(wire));
};
