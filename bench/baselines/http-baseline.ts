import { createServer } from 'node:http';
import { createAppendOnlyFile } from './append-edit-file.ts';
import { createLogRingBuffer } from './log-ring-buffer.ts';
import { buildIntoMaps } from './build-into-maps.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How the baseline handles one request line. */
interface BaselineRoute {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The parsed JSON body that the target gave, so that both send alike; serialised again for every answer. */
  readonly body: unknown;
  /** What is done with the body of the request besides reading and parsing it. */
  readonly work?: BaselineWork;
}

/**
 * `write` keeps the value in a map, `build` every node and connection in maps, both in a file too; `entry` appends the
 * message to a ring.
 */
export type BaselineWork = 'write' | 'build' | 'entry';

/** Bare `node:http`: reads the whole body, parses it, does the least there is to do, answers. A map lookup is its routing. */
export const createHttpBaseline = () => ({
  listen: async (routes: readonly BaselineRoute[]): Promise<{ port: number }> => {
    const byLine = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
    const doWork = createBaselineWork();
    const server = createServer((request, response) => {
      readRequestBody(request, (text) => {
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        const route = byLine.get(`${request.method} ${request.url}`);
        if (route === undefined) return sendJson(response, 404, {});
        if (route.work !== undefined) doWork[route.work](route.path, body, text);
        sendJson(response, route.status, route.body);
      });
    });
    return listenOnLoopback(server);
  },
});

const createBaselineWork = (): Record<BaselineWork, (path: string, body: unknown, text: string) => void> => {
  const appendEntry = createLogRingBuffer();
  const saveEdit = createAppendOnlyFile();
  const values = new Map<string, unknown>();
  return {
    write(path, body, text) {
      values.set(path, (body as { value: unknown }).value);
      saveEdit(text);
    },
    build(_path, body, text) {
      buildIntoMaps(body);
      saveEdit(text);
    },
    entry: (_path, body) => appendEntry((body as { message: unknown }).message),
  };
};

const readRequestBody = (request: IncomingMessage, onText: (text: string) => void): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const [first, ...more] = chunks;
    onText((more.length === 0 ? (first ?? '') : Buffer.concat(chunks)).toString());
  });
};

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  response.writeHead(status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
};
