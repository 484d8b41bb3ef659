/**
 * Restricts access to graph files. These files may contain the values of sensitive ports, and only the owner may read a
 * file with such a value (C-100).
 */
import { open } from 'node:fs/promises';
import { readNoFollowFlags } from '#runtime/shared/safe-path.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';

const ownerOnlyMode = 0o600;
const defaultMode = 0o644;
const otherUsersMask = 0o077;

const holdsSecret = ({ nodes }: GraphDocument): boolean => {
  for (const { ports, values } of nodes.values()) {
    if (ports.some(({ name, isSensitive }) => isSensitive && (values[name] ?? '') !== '')) return true;
  }
  return false;
};

export const getGraphFileMode = (graph: GraphDocument): number =>
  holdsSecret(graph) ? ownerOnlyMode : defaultMode;

/**
 * Makes a graph file readable only by its owner if the graph contains a secret. Required for files that another program
 * may have written.
 */
export const restrictFileAccess = async (file: string, graph: GraphDocument): Promise<void> => {
  if (!holdsSecret(graph)) return;
  const handle = await open(file, readNoFollowFlags);
  try {
    const { mode } = await handle.stat();
    if ((mode & otherUsersMask) !== 0) await handle.chmod(ownerOnlyMode);
  } finally {
    await handle.close();
  }
};
