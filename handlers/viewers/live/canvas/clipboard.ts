/** Nodes with their wires as text, for the clipboard that all programs share. */
import type { Piece } from './changes/change.ts';

const kind = 'scene-runtime graph piece';

export const textOf = ({ nodes, wires }: Piece): string =>
  JSON.stringify({ kind, nodes, wires }, undefined, 2);

/** Undefined for a text that is something else. */
export const pieceIn = (text: string): Piece | undefined => {
  try {
    const read = JSON.parse(text);
    const isPiece = read?.kind === kind && Array.isArray(read.nodes) && Array.isArray(read.wires);
    return isPiece ? { nodes: read.nodes, wires: read.wires } : undefined;
  } catch {
    return undefined;
  }
};
