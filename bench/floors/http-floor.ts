import { createServer } from 'node:http';
import { listenOnLoopback } from './listen.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the floor answers to one request line: the very answer the target gave, so that both send alike. */
interface RecordedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The parsed JSON body; serialised again for every answer. */
  readonly body: unknown;
}

interface Spec {
  readonly category: string;
  readonly tempId?: string;
}

/**
 * Bare `node:http`: reads the whole body, parses it, answers. No validation, no routing but a map lookup. A
 * path under `/floor/` stores nodes and connections in maps, which is the least that a build can be.
 */
export const createHttpFloor = () => ({
  listen: async (answers: readonly RecordedAnswer[]): Promise<{ port: number }> => {
    const byLine = new Map(answers.map((answer) => [`${answer.method} ${answer.path}`, answer]));
    const server = createServer((request, response) => {
      readBody(request, (text) => {
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        if (request.url?.startsWith('/floor/')) {
          return send(response, 200, { nodes: keep(body) });
        }
        const answer = byLine.get(`${request.method} ${request.url}`);
        if (answer === undefined) return send(response, 404, {});
        send(response, answer.status, answer.body);
      });
    });
    return listenOnLoopback(server);
  },
});

const readBody = (request: IncomingMessage, onText: (text: string) => void): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => onText(Buffer.concat(chunks).toString()));
};

const send = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
};

/** Puts every node and every connection of a build or bulk body into a map. */
const keep = (body: unknown): number => {
  const { nodes, connections } = asBuild(body);
  const byId = new Map<string, Spec>();
  const wires = new Map<number, { from: string; to: string }>();
  nodes.forEach((node, index) => {
    byId.set(node.tempId ?? String(index), { ...node });
  });
  connections.forEach(({ from, to }, index) => {
    wires.set(index, { from, to });
  });
  return byId.size + wires.size;
};

const asBuild = (body: unknown) =>
  (Array.isArray(body) ? { nodes: body, connections: [] } : body) as {
    nodes: readonly Spec[];
    connections: readonly { from: string; to: string }[];
  };
