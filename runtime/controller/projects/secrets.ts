/** Graph files hold what was written to sensitive ports in full; then only their owner reads them (register: C-100). */
import { open } from 'node:fs/promises';
import { openForReading } from '../../disk/inside.ts';
import type { GraphDocument } from '../graphs/document.ts';

const forOwner = 0o600;
const forAll = 0o644;
const others = 0o077;

const holdsSecret = ({ nodes }: GraphDocument): boolean => {
  for (const { ports, values } of nodes.values()) {
    if (ports.some(({ name, isSensitive }) => isSensitive && (values[name] ?? '') !== '')) return true;
  }
  return false;
};

/** The mode of the file that a graph is written to. */
export const modeOf = (graph: GraphDocument): number => (holdsSecret(graph) ? forOwner : forAll);

/** Closes the file of a graph to others, when it holds a secret and came from where that is not known. */
export const guardFile = async (file: string, graph: GraphDocument): Promise<void> => {
  if (!holdsSecret(graph)) return;
  const handle = await open(file, openForReading);
  try {
    const { mode } = await handle.stat();
    if ((mode & others) !== 0) await handle.chmod(forOwner);
  } finally {
    await handle.close();
  }
};
