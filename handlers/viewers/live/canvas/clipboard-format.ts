/** Converts nodes and their connections to text and back, for the system clipboard. */
import type { GraphFragment } from './changes/graph-change.ts';

const clipboardKind = 'scene-runtime graph piece';

export const serializeFragment = ({ nodes, wires }: GraphFragment): string =>
  JSON.stringify({ kind: clipboardKind, nodes, wires }, undefined, 2);

/** Parses the text of copied nodes. Returns `undefined` for any other text. */
export const parseFragment = (text: string): GraphFragment | undefined => {
  try {
    const parsed = JSON.parse(text);
    const isFragment =
      parsed?.kind === clipboardKind && Array.isArray(parsed.nodes) && Array.isArray(parsed.wires);
    return isFragment ? { nodes: parsed.nodes, wires: parsed.wires } : undefined;
  } catch {
    return undefined;
  }
};
