import { findNumberKind, portsOf, readNodeCatalogue } from '../target/node-catalogue.ts';
import { objectOf } from '../target/json.ts';
import { createNodeWithPort, createScratchGraph, removeScratchGraph } from '../target/scratch-graph.ts';
import { httpMetrics, raceRequests, restConnections } from './http-race.ts';
import type { HttpRequest } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';
import type { Suite } from './suite.ts';

const reference = 'node:http';
const operationsInBatch = 100;

/** One measured route: its requests, and the check that they did their work. */
interface RestCase {
  readonly id: string;
  readonly title: string;
  readonly requests: readonly HttpRequest[];
  verify(): Promise<void>;
}

/** Single routes under 32 connections. */
export const rest: Suite = {
  id: 'rest',
  title: 'REST',
  async run({ target, plan, start, compare }) {
    const load = start('http-load');
    const graphId = await createScratchGraph(target);
    try {
      for (const { id, title, requests, verify } of await casesOf(target, graphId)) {
        const answers = [];
        for (const { method, path, body } of requests) {
          answers.push({ method, path, status: 200, body: await target.call(method, path, body) });
        }
        const { port } = await start('http-floor').ask('listen', answers);
        const common = { load, plan, requests };
        await compare({
          id: `rest/${id}`,
          title,
          note: `${restConnections} connections. The floor reads and parses the same body and serialises the answer that the target gave.`,
          metrics: httpMetrics,
          reference,
          candidates: [
            raceRequests({ ...common, name: 'target', role: 'target', address: target.address, verify }),
            raceRequests({ ...common, name: reference, role: 'floor', address: { host: '127.0.0.1', port } }),
          ],
        });
      }
    } finally {
      await removeScratchGraph(target, graphId);
    }
  },
};

const casesOf = async (target: Target, graphId: string): Promise<RestCase[]> => {
  const kind = findNumberKind(await readNodeCatalogue(target));
  const input = portsOf(kind, 'input', () => true)[0]!;
  const portId = await createNodeWithPort(target, graphId, kind.enumValue, input.name);
  const path = `/api/ports/${encodeURIComponent(portId)}/value`;
  const { token } = target;
  const message = 'bench action';

  const portHolds = async (value: number) => {
    const read = objectOf(await target.call('GET', path)).value;
    if (read !== value) throw new Error(`the port holds ${JSON.stringify(read)} after ${value} was written`);
  };
  const batch = {
    operations: Array.from({ length: operationsInBatch }, () => ({
      method: 'PUT',
      path,
      body: { value: 7.5 },
    })),
  };

  return [
    {
      id: 'health',
      title: 'GET /api/health',
      requests: [{ method: 'GET', path: '/api/health', token }],
      verify: async () => {
        const { status } = objectOf(await target.call('GET', '/api/health'));
        if (status !== 'ok') throw new Error(`health reports ${JSON.stringify(status)}`);
      },
    },
    {
      id: 'put-value',
      title: 'PUT /api/ports/{portId}/value',
      requests: [{ method: 'PUT', path, token, body: { value: 2.5 } }],
      verify: () => portHolds(2.5),
    },
    {
      id: 'action',
      title: 'POST /api/actions/log/console',
      requests: [{ method: 'POST', path: '/api/actions/log/console', token, body: { message } }],
      verify: async () => {
        const entries = JSON.stringify(await target.call('GET', '/api/console?limit=500'));
        if (!entries.includes(message)) throw new Error('the console does not show what log.console wrote');
      },
    },
    {
      id: 'batch',
      title: `POST /api/batch of ${operationsInBatch} port values`,
      requests: [{ method: 'POST', path: '/api/batch', token, body: batch }],
      verify: async () => {
        await portHolds(7.5);
        const { succeeded } = objectOf(await target.call('POST', '/api/batch', batch));
        if (succeeded !== operationsInBatch)
          throw new Error(`only ${succeeded} operations of a batch succeeded`);
      },
    },
  ];
};
