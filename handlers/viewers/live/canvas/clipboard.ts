/** Nodes with their connections as text, for the system clipboard. */
import type { GraphFragment } from './changes/graph-change.ts';

const clipboardKind = 'scene-runtime graph piece';

export const serializeFragment = ({ nodes, wires }: GraphFragment): string =>
  JSON.stringify({ kind: clipboardKind, nodes, wires }, undefined, 2);

/** Parses copied nodes. Returns undefined for any other text. */
export const parseFragment = (text: string): GraphFragment | undefined => {
  try {
    const read = JSON.parse(text);
    const isPiece = read?.kind === clipboardKind && Array.isArray(read.nodes) && Array.isArray(read.wires);
    return isPiece ? { nodes: read.nodes, wires: read.wires } : undefined;
  } catch {
    return undefined;
  }
};
