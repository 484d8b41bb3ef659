import { createHash } from 'node:crypto';
import type { GraphSnapshot, SendCommand, CommandStamp } from '../link/runtime-link.ts';

/** What the runtime was given, so that one of another process can be given it again. */
export interface PushedGraphs {
  push(image: GraphSnapshot, request: SendCommand): Promise<CommandStamp>;
  /** The runtime turns out to have this image. */
  store(image: GraphSnapshot): void;
  /** Pushes a graph as it was pushed last, where that is known. */
  pushAgain(graphId: string, request: SendCommand): Promise<CommandStamp> | undefined;
  /** The version of the image that was pushed last. */
  getVersion(graphId: string): string | undefined;
  forget(graphId: string): void;
}

/** What tells an image from any other. */
export const computeSnapshotVersion = (image: GraphSnapshot): string =>
  createHash('sha256').update(JSON.stringify(image)).digest('base64url').slice(0, 22);

/** @param remembers whether the runtime may lose what it was given */
export const createPushedGraphs = (remembers: boolean): PushedGraphs => {
  /** Images as text, which takes less memory and shares nothing with the document. */
  const texts = new Map<string, { readonly version: string; readonly text: string }>();
  const keep = (image: GraphSnapshot & { readonly version: string }): void => {
    texts.set(image.graphId, { version: image.version, text: JSON.stringify(image) });
  };
  return {
    async push(image, request) {
      if (!remembers) return request('graph.load', { graph: image });
      const versioned = { ...image, version: computeSnapshotVersion(image) };
      const stamp = await request('graph.load', { graph: versioned });
      keep(versioned);
      return stamp;
    },
    store: (image) => keep({ ...image, version: computeSnapshotVersion(image) }),
    pushAgain(graphId, request) {
      const pushed = texts.get(graphId);
      return pushed && request('graph.load', { graph: JSON.parse(pushed.text) as GraphSnapshot });
    },
    getVersion: (graphId) => texts.get(graphId)?.version,
    forget: (graphId) => void texts.delete(graphId),
  };
};
