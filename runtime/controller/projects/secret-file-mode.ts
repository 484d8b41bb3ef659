/** Graph files hold what was written to sensitive ports in full; then only their owner reads them (C-100). */
import { open } from 'node:fs/promises';
import { readNoFollowFlags } from '../../storage/safe-path.ts';
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

/** The mode of the file that a graph is written to. */
export const getGraphFileMode = (graph: GraphDocument): number =>
  holdsSecret(graph) ? ownerOnlyMode : defaultMode;

/** Closes the file of a graph to others, when it holds a secret and came from where that is not known. */
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
