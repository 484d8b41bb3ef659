/** Nodes with their wires as text, for the clipboard that all programs share. */
import type { GraphFragment } from './changes/graph-change.ts';

const clipboardKind = 'scene-runtime graph piece';

export const serializeFragment = ({ nodes, wires }: GraphFragment): string =>
  JSON.stringify({ kind: clipboardKind, nodes, wires }, undefined, 2);

/** Undefined for a text that is something else. */
export const parseFragment = (text: string): GraphFragment | undefined => {
  try {
    const read = JSON.parse(text);
    const isPiece = read?.kind === clipboardKind && Array.isArray(read.nodes) && Array.isArray(read.wires);
    return isPiece ? { nodes: read.nodes, wires: read.wires } : undefined;
  } catch {
    return undefined;
  }
};
