import { openSync, rmSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIntoMaps, stringifyIds } from './build-into-maps.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { createLogRingBuffer } from './log-ring-buffer.ts';

/** The file restarts at this size, just as a service's edit journal restarts after its graphs have been saved. */
const maxFileBytes = 64 * 2 ** 20;

/**
 * Creates a function that does the minimum work of a durable edit: it appends a string to a file before the response is
 * sent, so that the edit survives a crash of the process.
 */
const createAppendOnlyFile = (): ((text: string) => void) => {
  const path = join(tmpdir(), `scene-runtime-bench-edits-${process.pid}`);
  const file = openSync(path, 'w+', 0o600);
  // The open descriptor keeps the deleted file alive until the process ends. Nobody reads the file.
  rmSync(path);
  let at = 0;
  return (text) => {
    at += writeSync(file, text, at);
    if (at > maxFileBytes) at = 0;
  };
};

/** How the baseline handles one combination of method and path. */
export interface BaselineRoute {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /**
   * The target's parsed response body, so that the baseline sends the same body. The baseline serializes this body
   * again for every response. When absent, the baseline responds with the ids of what it has created.
   */
  readonly body?: unknown;
  /** What the baseline does with the request body after it has read and parsed the body. */
  readonly work?: BaselineWork;
}

/**
 * `write` stores the value in a map and in a file, `build` stores every node and connection in the same way, and
 * `entry` appends the message to a ring buffer.
 */
export type BaselineWork = 'write' | 'build' | 'entry';

/**
 * Creates a bare `node:http` server that reads and parses the whole body, does the minimum work and responds. The
 * server finds each route with a single map lookup.
 */
export const createHttpBaseline = () => ({
  listen: async (routes: readonly BaselineRoute[]): Promise<{ port: number }> => {
    const byLine = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));
    const doWork = createBaselineWork();
    const server = createServer((request, response) => {
      readRequestBody(request, (text) => {
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        const route = byLine.get(`${request.method} ${request.url}`);
        if (route === undefined) return sendText(response, 404, '{}');
        const made = route.work && doWork[route.work](route.path, body, text);
        sendText(
          response,
          route.status,
          route.body === undefined ? (made ?? '{}') : JSON.stringify(route.body),
        );
      });
    });
    return listenOnLoopback(server);
  },
});

const createBaselineWork = (): Record<
  BaselineWork,
  (path: string, body: unknown, text: string) => string | undefined
> => {
  const appendEntry = createLogRingBuffer();
  const saveEdit = createAppendOnlyFile();
  const values = new Map<string, unknown>();
  return {
    write(path, body, text) {
      values.set(path, (body as { value: unknown }).value);
      saveEdit(text);
      return undefined;
    },
    build(_path, body, text) {
      const build = buildIntoMaps(body);
      saveEdit(text);
      return stringifyIds(build);
    },
    entry(_path, body) {
      appendEntry((body as { message: string }).message);
      return undefined;
    },
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

const sendText = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
};
