import { createHash } from 'node:crypto';
import type { GraphSnapshot, SendCommand, CommandStamp } from '#runtime/link/runtime-link.ts';

/**
 * Remembers the graphs that were pushed to the runtime, so that they can be pushed again when another runtime process
 * connects.
 */
export interface PushedGraphs {
  push(image: GraphSnapshot, request: SendCommand): Promise<CommandStamp>;
  /** Stores the snapshot that the runtime is known to have. */
  store(image: GraphSnapshot): void;
  /** Pushes the last pushed snapshot of a graph again. Returns `undefined` if no snapshot was pushed. */
  pushAgain(graphId: string, request: SendCommand): Promise<CommandStamp> | undefined;
  /** Returns the version of the last pushed snapshot. */
  getVersion(graphId: string): string | undefined;
  forget(graphId: string): void;
}

/** Returns a hash that identifies the content of a snapshot. */
export const computeSnapshotVersion = (image: GraphSnapshot): string =>
  createHash('sha256').update(JSON.stringify(image)).digest('base64url').slice(0, 22);

/**
 * Creates a store for pushed graphs.
 * @param mustRemember whether the runtime may lose pushed graphs
 */
export const createPushedGraphs = (mustRemember: boolean): PushedGraphs => {
  /** Snapshots are kept as strings, because strings require less memory and share no data with the document. */
  const texts = new Map<string, { readonly version: string; readonly text: string }>();
  const storeSnapshot = (image: GraphSnapshot & { readonly version: string }): void => {
    texts.set(image.graphId, { version: image.version, text: JSON.stringify(image) });
  };
  return {
    async push(image, request) {
      if (!mustRemember) return request('graph.load', { graph: image });
      const versioned = { ...image, version: computeSnapshotVersion(image) };
      const stamp = await request('graph.load', { graph: versioned });
      storeSnapshot(versioned);
      return stamp;
    },
    store: (image) => storeSnapshot({ ...image, version: computeSnapshotVersion(image) }),
    pushAgain(graphId, request) {
      const pushed = texts.get(graphId);
      return pushed && request('graph.load', { graph: JSON.parse(pushed.text) as GraphSnapshot });
    },
    getVersion: (graphId) => texts.get(graphId)?.version,
    forget: (graphId) => void texts.delete(graphId),
  };
};
