/** What callers with a token can do by one request, or by a few. */
import type { Json } from '#spec/values.ts';
import { type Load, type LoadTarget, sendAtOnce } from './load.ts';

const requestOf = ({ token }: LoadTarget, method: string, path: string, body: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const call = async <T>({ url, token }: LoadTarget, method: string, path: string, body?: Json): Promise<T> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'X-API-Key': token, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

const createGraph = async (target: LoadTarget): Promise<string> =>
  (await call<{ id: string }>(target, 'POST', '/api/graphs', {})).id;

/** A chain of Add nodes. */
const chainOf = (length: number) => ({
  nodes: Array.from({ length }, (_, index) => ({ tempId: `n${index}`, category: 'Add' })),
  connections: Array.from({ length: length - 1 }, (_, index) => ({
    from: `n${index}/Result`,
    to: `n${index + 1}/A`,
  })),
});

const createLargeGraph = async (target: LoadTarget, builds: number): Promise<string> => {
  const id = await createGraph(target);
  for (let count = 0; count < builds; count += 1)
    await call(target, 'POST', `/api/graphs/${id}/build?return=ids`, chainOf(1_000));
  return id;
};

/** A body whose one list is far too long. */
const listOf = (before: string, item: string, count: number, after: string): string =>
  `${before}${Array(count).fill(item).join(',')}${after}`;

const post =
  (path: string, body: string): Load['prepare'] =>
  (target) =>
    sendAtOnce(target, 1, requestOf(target, 'POST', path, body));

const batchOf = (operation: Json, count: number): string =>
  listOf('{"operations":[', JSON.stringify(operation), count, ']}');

const texts = 40;

export const withToken = {
  'batch-numbers': {
    about: 'a batch of 2,000,000 operations that are numbers',
    prepare: post('/api/batch', batchOf(1, 2_000_000)),
  },
  'layout-numbers': {
    about: 'a layout of 2,000,000 nodes that are numbers',
    prepare: async (target) => {
      const path = `/api/graphs/${await createGraph(target)}/layout`;
      return post(path, listOf('{"nodeIds":[', '1', 2_000_000, ']}'))(target);
    },
  },
  'batch-node-types': {
    about: 'a batch of 300 GET /api/node-types',
    prepare: post('/api/batch', batchOf({ method: 'GET', path: '/api/node-types' }, 300)),
  },
  'batch-builds': {
    about: 'a batch of 20 builds of 300 nodes',
    prepare: async (target) => {
      const path = `/api/graphs/${await createGraph(target)}/build`;
      return post('/api/batch', batchOf({ method: 'POST', path, body: chainOf(300) }, 20))(target);
    },
  },
  'batch-graphs': {
    about: 'a batch of 10,000 new graphs',
    prepare: post('/api/batch', batchOf({ method: 'POST', path: '/api/graphs', body: {} }, 10_000)),
  },
  agents: {
    about: '300 calls of a tool at once',
    prepare: (target) => {
      const params = { name: 'overview', arguments: {} };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const accept = 'Accept: application/json, text/event-stream\r\n';
      const request = requestOf(target, 'POST', '/mcp', body).replace('\r\n', `\r\n${accept}`);
      return sendAtOnce(target, 300, request);
    },
  },
  template: {
    about: 'a template of 900 kB whose text would be too long',
    prepare: post(
      '/api/actions/text/format',
      JSON.stringify({ template: '{0}'.repeat(300_000), arguments: ['x'.repeat(10)] }),
    ),
  },
  'graph-detail': {
    about: 'detail, nodes and connections of a graph of 20,000 nodes',
    prepare: async (target) => {
      const path = `/api/graphs/${await createLargeGraph(target, 20)}`;
      const reads = ['', '/nodes', '/connections'].map((part) => requestOf(target, 'GET', path + part, ''));
      const socket = await target.open();
      return () => void socket.write(reads.join(''));
    },
  },
  'graph-save': {
    about: `save of a graph with ${texts} texts of 900 kB`,
    prepare: async (target) => {
      const id = await createGraph(target);
      for (let count = 0; count < texts; count += 1)
        await call(target, 'POST', `/api/graphs/${id}/nodes`, {
          category: 'Watch',
          ports: { Value: 'x'.repeat(900_000) },
        });
      return post(`/api/graphs/${id}/save`, '{}')(target);
    },
  },
} as const satisfies Readonly<Record<string, Load>>;
