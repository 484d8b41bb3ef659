import { createHash } from 'node:crypto';
import { imageOf } from './graphs/image.ts';
import type { GraphDocument } from './graphs/document.ts';
import type { GraphImage, Request, Stamp } from '../link/protocol.ts';

/** What the runtime was given, so that one of another process can be given it again. */
export interface PushedGraphs {
  /** Pushes a graph as it is now. */
  push(graph: GraphDocument, request: Request): Promise<Stamp>;
  /** Pushes a graph as it was pushed last, where that is known. */
  pushAgain(graphId: string, request: Request): Promise<Stamp> | undefined;
  /** The version of the image that was pushed last. */
  versionOf(graphId: string): string | undefined;
  forget(graphId: string): void;
}

/** A graph as it would be pushed now, with the version that tells it from any other. */
export const versionedImage = (graph: GraphDocument): GraphImage & { readonly version: string } => {
  const image = imageOf(graph);
  const version = createHash('sha256').update(JSON.stringify(image)).digest('base64url').slice(0, 22);
  return { ...image, version };
};

/** @param remembers whether the runtime may lose what it was given */
export const createPushedGraphs = (remembers: boolean): PushedGraphs => {
  /** Images as text, which takes less memory and shares nothing with the document. */
  const texts = new Map<string, { readonly version: string; readonly text: string }>();
  return {
    async push(graph, request) {
      if (!remembers) return request('graph.load', { graph: imageOf(graph) });
      const image = versionedImage(graph);
      const stamp = await request('graph.load', { graph: image });
      texts.set(graph.id, { version: image.version, text: JSON.stringify(image) });
      return stamp;
    },
    pushAgain(graphId, request) {
      const pushed = texts.get(graphId);
      return pushed && request('graph.load', { graph: JSON.parse(pushed.text) as GraphImage });
    },
    versionOf: (graphId) => texts.get(graphId)?.version,
    forget: (graphId) => void texts.delete(graphId),
  };
};
