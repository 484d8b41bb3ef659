/** Loads that callers with a token can cause with one or a few requests. */
import type { Json } from '#spec/values.ts';
import { createServerCaller } from '../../../fixtures/server-client.ts';
import { type Load, type LoadTarget, sendSimultaneously } from './load.ts';

const formatRequest = ({ token }: LoadTarget, method: string, path: string, body: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const createGraph = async (target: LoadTarget): Promise<string> =>
  (await createServerCaller(target)<{ id: string }>('POST', '/api/graphs', {})).id;

const createAddChain = (length: number) => ({
  nodes: Array.from({ length }, (_, index) => ({ tempId: `n${index}`, category: 'Add' })),
  connections: Array.from({ length: length - 1 }, (_, index) => ({
    from: `n${index}/Result`,
    to: `n${index + 1}/A`,
  })),
});

const createLargeGraph = async (target: LoadTarget, builds: number): Promise<string> => {
  const id = await createGraph(target);
  const call = createServerCaller(target);
  for (let count = 0; count < builds; count += 1)
    await call('POST', `/api/graphs/${id}/build?return=ids`, createAddChain(1_000));
  return id;
};

/** Creates a request body that contains a list with far too many items. */
const createLongList = (prefix: string, item: string, count: number, suffix: string): string =>
  `${prefix}${Array(count).fill(item).join(',')}${suffix}`;

const createPostLoad =
  (path: string, body: string): Load['prepare'] =>
  (target) =>
    sendSimultaneously(target, 1, formatRequest(target, 'POST', path, body));

const createBatch = (operation: Json, count: number): string =>
  createLongList('{"operations":[', JSON.stringify(operation), count, ']}');

const longTexts = 40;

export const authorizedLoads = {
  'batch-numbers': {
    description: 'a batch of 2,000,000 operations that are numbers',
    prepare: createPostLoad('/api/batch', createBatch(1, 2_000_000)),
  },
  'layout-numbers': {
    description: 'a layout of 2,000,000 nodes that are numbers',
    prepare: async (target) => {
      const path = `/api/graphs/${await createGraph(target)}/layout`;
      return createPostLoad(path, createLongList('{"nodeIds":[', '1', 2_000_000, ']}'))(target);
    },
  },
  'batch-node-types': {
    description: 'a batch of 300 GET /api/node-types',
    prepare: createPostLoad('/api/batch', createBatch({ method: 'GET', path: '/api/node-types' }, 300)),
  },
  'batch-builds': {
    description: 'a batch of 20 builds of 300 nodes',
    prepare: async (target) => {
      const path = `/api/graphs/${await createGraph(target)}/build`;
      return createPostLoad(
        '/api/batch',
        createBatch({ method: 'POST', path, body: createAddChain(300) }, 20),
      )(target);
    },
  },
  'batch-graphs': {
    description: 'a batch of 10,000 new graphs',
    prepare: createPostLoad(
      '/api/batch',
      createBatch({ method: 'POST', path: '/api/graphs', body: {} }, 10_000),
    ),
  },
  agents: {
    description: '300 concurrent calls of a tool',
    prepare: (target) => {
      const params = { name: 'overview', arguments: {} };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const accept = 'Accept: application/json, text/event-stream\r\n';
      const request = formatRequest(target, 'POST', '/mcp', body).replace('\r\n', `\r\n${accept}`);
      return sendSimultaneously(target, 300, request);
    },
  },
  template: {
    description: 'a template of 900 kB whose text would be too long',
    prepare: createPostLoad(
      '/api/actions/text/format',
      JSON.stringify({ template: '{0}'.repeat(300_000), arguments: ['x'.repeat(10)] }),
    ),
  },
  'graph-detail': {
    description: 'detail, nodes and connections of a graph of 20,000 nodes',
    prepare: async (target) => {
      const path = `/api/graphs/${await createLargeGraph(target, 20)}`;
      const requests = ['', '/nodes', '/connections'].map((subpath) =>
        formatRequest(target, 'GET', path + subpath, ''),
      );
      const socket = await target.open();
      return () => void socket.write(requests.join(''));
    },
  },
  'graph-save': {
    description: `save of a graph with ${longTexts} texts of 900 kB`,
    prepare: async (target) => {
      const id = await createGraph(target);
      const call = createServerCaller(target);
      for (let count = 0; count < longTexts; count += 1)
        await call('POST', `/api/graphs/${id}/nodes`, {
          category: 'Watch',
          ports: { Value: 'x'.repeat(900_000) },
        });
      return createPostLoad(`/api/graphs/${id}/save`, '{}')(target);
    },
  },
} as const satisfies Readonly<Record<string, Load>>;
