import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { WebSocketServer } from 'ws';
import { createHubBaseline } from './baselines/fan-out-baseline.ts';
import { listenOnLoopback } from './baselines/listen-on-loopback.ts';
import { recordSeparator } from './load/signalr-connection.ts';
import type { BaselineClient } from './baselines/fan-out-baseline.ts';

const bundleCache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

/**
 * Bundles the entry of child processes, because each process would otherwise spend a second compiling its sources.
 * @returns a function that deletes the bundle
 */
export const bundleChildEntry = async (): Promise<() => Promise<void>> => {
  await mkdir(bundleCache, { recursive: true });
  const outdir = await mkdtemp(join(bundleCache, 'bench-child-'));
  await build({
    entryPoints: [fileURLToPath(new URL('child/main.ts', import.meta.url))],
    ...({ bundle: true, splitting: true, platform: 'node', format: 'esm', packages: 'external' } as const),
    ...{ outdir, outExtension: { '.js': '.mjs' } },
  });
  process.env.BENCH_CHILD = join(outdir, 'main.mjs');
  return async () => {
    delete process.env.BENCH_CHILD;
    await rm(outdir, { recursive: true });
  };
};

/** Deliberate defects in a fake service. */
export interface FakeServiceFlaws {
  /** Drops every nth event for the first subscriber. */
  readonly dropsEveryNth?: number;
  readonly repeatsEvents?: true;
  /** The number of connections after which further handshakes are rejected. */
  readonly maxSubscribers?: number;
  /**
   * When events are raised, declares a gap to every subscriber beyond this number and closes the subscriber's
   * connection with a reason.
   */
  readonly closesBeyond?: number;
  readonly respondsTwice?: true;
  /** Rejects port values with status 500 after this many have been written. */
  readonly rejectsAfter?: number;
  /** Accepts port values without storing them. */
  readonly losesWrites?: true;
  /** Responds to a build without storing all of its connections. */
  readonly dropsConnections?: true;
  /** Drops the events of every nth frame. */
  readonly skipsFrames?: number;
  /** Returns more nodes than a page may contain. */
  readonly ignoresLimit?: true;
}

export interface FakeService {
  readonly url: string;
  close(): Promise<void>;
}

interface FakeResponse {
  readonly status: number;
  readonly body: unknown;
}

const createPortRecord = (name: string, type: string, direction: string) => ({ name, type, direction });

const nodeTypeRecords = [
  {
    name: 'Fake',
    nodes: [
      {
        enumValue: 'Sum',
        ports: [
          createPortRecord('A', 'Float', 'input'),
          createPortRecord('B', 'Float', 'input'),
          createPortRecord('Result', 'Float', 'output'),
        ],
      },
      {
        enumValue: 'Pass',
        ports: [createPortRecord('In', 'Trigger', 'input'), createPortRecord('Out', 'Trigger', 'output')],
      },
    ],
  },
];

/** Starts an in-memory service on a free loopback port. The service has the routes that the suites use. */
export const startFakeService = async (flaws: FakeServiceFlaws = {}): Promise<FakeService> => {
  const frames = createFrameEvents(flaws);
  const respond = createResponders(flaws, frames);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
      const { status, body } = respond(
        `${request.method} ${pathname}`,
        text === '' ? undefined : JSON.parse(text),
        searchParams,
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const sockets = serveHub(new WebSocketServer({ server, path: '/api/events' }), flaws);
  frames.tell = (event) => {
    for (const socket of sockets.clients) socket.send(event + recordSeparator);
  };
  const { port: number } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${number}`,
    async close() {
      frames.stop();
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Creates an event source that raises an event for each frame of a running graph until the service closes. */
const createFrameEvents = ({ skipsFrames = Number.POSITIVE_INFINITY }: FakeServiceFlaws) => {
  let timer: NodeJS.Timeout | undefined;
  let tick = 0;
  const frames = {
    /** The line that the running graph logs in each frame. */
    message: '',
    tell: (_event: string): void => {},
    run(): void {
      timer ??= setInterval(() => {
        tick += 1;
        const event = { type: 'console.log', tick, time: tick / 100, data: { message: frames.message } };
        if (tick % skipsFrames > 0)
          frames.tell(JSON.stringify({ type: 1, target: 'ReceiveEvent', arguments: [event] }));
      }, 10);
    },
    stop(): void {
      clearInterval(timer);
      timer = undefined;
    },
  };
  return frames;
};

const serveHub = (sockets: WebSocketServer, flaws: FakeServiceFlaws): WebSocketServer => {
  const {
    dropsEveryNth,
    repeatsEvents,
    maxSubscribers = Number.POSITIVE_INFINITY,
    closesBeyond,
    respondsTwice,
  } = flaws;
  let published = 0;
  const publish = (events: readonly string[], subscribers: readonly BaselineClient[]) => {
    for (const event of events) {
      published += 1;
      subscribers.forEach((client, index) => {
        if (closesBeyond !== undefined && index >= closesBeyond) {
          disconnectClient(client);
          return;
        }
        if (index === 0 && dropsEveryNth !== undefined && published % dropsEveryNth === 0) return;
        client.respond(event.slice(0, -recordSeparator.length));
        if (repeatsEvents) client.respond(event.slice(0, -recordSeparator.length));
      });
    }
  };
  const hub = createHubBaseline<BaselineClient>({ messageBytes: 300 }, { publish });
  return sockets.on('connection', (ws) => {
    if (sockets.clients.size > maxSubscribers) {
      ws.send(`{"error":"no more than ${maxSubscribers}"}${recordSeparator}`);
      return ws.close();
    }
    const client: BaselineClient = {
      respond(text) {
        ws.send(text + recordSeparator);
        if (respondsTwice && text.includes('ActionResponse')) ws.send(text + recordSeparator);
      },
    };
    ws.on('message', (data) => hub.receive(client, String(data)));
    ws.on('close', () => hub.leave(client));
  });
};

const disconnectClient = (client: BaselineClient): void => {
  client.respond(
    '{"type":1,"target":"ReceiveEvent","arguments":[{"type":"node.done","gap":{"from":1,"to":2}}]}',
  );
  client.respond('{"type":7,"error":"too slow","allowReconnect":true}');
};

const createResponders = (
  { rejectsAfter, losesWrites, dropsConnections, ignoresLimit }: FakeServiceFlaws,
  frames: ReturnType<typeof createFrameEvents>,
) => {
  const stored = { nodes: 0, entry: '', writes: 0, ports: 0 };
  /** Port values, keyed by the path of the value. */
  const values = new Map<string, number>();
  /** Connections, keyed by input, or by both ends for inputs that accept many connections. */
  const wires = new Set<string>();
  const names = new Set<string>();
  const ok = (body: unknown): FakeResponse => ({ status: 200, body });

  const write = (path: string, body: unknown): FakeResponse => {
    stored.writes += 1;
    if (rejectsAfter !== undefined && stored.writes > rejectsAfter)
      return { status: 500, body: { error: 'full' } };
    if (!losesWrites) values.set(path, (body as { value: number }).value);
    return readValue(path);
  };
  const readValue = (path: string): FakeResponse => ok({ value: values.get(path) ?? 0 });
  const build = (body: unknown): FakeResponse => {
    const { nodes, connections } = body as {
      nodes: { tempId: string; ports?: { Message?: string } }[];
      connections: { from: string; to: string }[];
    };
    if (connections.some(({ to }) => !/\/(A|B|In)$/.test(to)))
      return { status: 400, body: { error: 'port' } };
    stored.nodes += nodes.length;
    frames.message =
      nodes.find(({ ports }) => ports?.Message !== undefined)?.ports?.Message ?? frames.message;
    for (const { from, to } of connections.slice(dropsConnections ? 1 : 0))
      wires.add(to.endsWith('/In') ? `${from} ${to}` : to);
    return ok({ nodeIds: Object.fromEntries(nodes.map(({ tempId }) => [tempId, tempId])) });
  };

  const createNode = (portId: string) => ({
    id: 'node',
    category: 'Sum',
    ports: [
      { id: portId, name: 'A', direction: 'input' },
      { id: 'result', name: 'Result', direction: 'output' },
    ],
  });
  const listNodes = (query: URLSearchParams): FakeResponse => {
    if (query.get('wrap') === 'true') return ok({ totalCount: stored.nodes, items: [] });
    const limit = ignoresLimit ? 1000 : Number(query.get('limit') ?? stored.nodes);
    return ok(Array.from({ length: limit }, () => createNode('port')));
  };

  const routes: Record<string, (body: unknown, query: URLSearchParams) => FakeResponse> = {
    'GET /api/health': () => ok({ status: 'ok', apiVersion: '9.8.7' }),
    'GET /api/node-types': () => ok(nodeTypeRecords),
    'POST /api/graphs': (body) => {
      const { name } = body as { name: string };
      if (names.has(name)) return { status: 409, body: { error: 'taken' } };
      names.add(name);
      stored.nodes = 0;
      wires.clear();
      return ok({ id: 'graph' });
    },
    'POST /api/graphs/graph/remove': () => ok({}),
    'POST /api/graphs/graph/save': () => ok({}),
    'POST /api/graphs/graph/sync': () => ok({}),
    'POST /api/graphs/graph/run': () => {
      frames.run();
      return ok({});
    },
    'DELETE /api/graphs/graph': () => ok({}),
    'POST /api/graphs/graph/nodes': () => {
      stored.ports += 1;
      return ok(createNode(`port-${stored.ports}`));
    },
    'DELETE /api/graphs/graph/nodes/node': () => ok({ id: 'node' }),
    'POST /api/graphs/graph/connections': () => ok({ id: 'wire' }),
    'DELETE /api/graphs/graph/connections/wire': () => ok({ id: 'wire' }),
    'POST /api/graphs/graph/connections/validate': () => ok({ valid: true }),
    'POST /api/graphs/graph/nodes/bulk': (body) => build({ nodes: body, connections: [] }),
    'POST /api/graphs/graph/build': build,
    'GET /api/graphs/graph/nodes': (_, query) => listNodes(query),
    'GET /api/graphs/graph/connections': () => ok({ totalCount: wires.size, items: [] }),
    'POST /api/actions/log/console': (body) => {
      stored.entry = (body as { message: string }).message;
      return ok({ success: true });
    },
    'GET /api/console': () => ok([{ message: stored.entry }]),
    'POST /api/batch': (body) => {
      const { operations } = body as { operations: { path: string; body: unknown }[] };
      const results = operations.map((operation) => write(operation.path, operation.body));
      return ok({ succeeded: results.filter(({ status }) => status === 200).length });
    },
  };
  const onPort = (line: string, body: unknown): FakeResponse | undefined => {
    const [method, path = ''] = line.split(' ');
    if (!path.startsWith('/api/ports/')) return undefined;
    return method === 'PUT' ? write(path, body) : readValue(path);
  };
  return (line: string, body: unknown, query: URLSearchParams): FakeResponse =>
    routes[line]?.(body, query) ?? onPort(line, body) ?? { status: 404, body: { error: line } };
};
