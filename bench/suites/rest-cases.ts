import { objectOf } from '../target/json.ts';
import { findNumberKind, readNodeCatalogue } from '../target/node-catalogue.ts';
import { createNodeWithPort } from '../target/scratch-graph.ts';
import type { HttpRequest } from '../load/http-request.ts';
import type { Target } from '../target/target.ts';

export const operationsInBatch = 100;

/** One measured route: its request, and the check that it did its work. */
export interface RestCase {
  readonly id: string;
  readonly title: string;
  readonly request: HttpRequest;
  /** The route and the schema of its body as a framework would declare them; absent: no peer does this. */
  readonly peer?: { readonly url: string; readonly body?: object };
  verify(): Promise<void>;
}

/** Prepares a node to write to. @throws Error when the target does not let itself be prepared. */
export const restCasesOf = async (target: Target, graphId: string): Promise<RestCase[]> => {
  const { enumValue, left } = findNumberKind(await readNodeCatalogue(target));
  const portId = await createNodeWithPort(target, graphId, enumValue, left);
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
      request: { method: 'GET', path: '/api/health', token },
      verify: async () => {
        const { status } = objectOf(await target.call('GET', '/api/health'));
        if (status !== 'ok') throw new Error(`health reports ${JSON.stringify(status)}`);
      },
    },
    {
      id: 'put-value',
      title: 'PUT /api/ports/{portId}/value',
      request: { method: 'PUT', path, token, body: { value: 2.5 } },
      peer: { url: '/api/ports/:portId/value', body: requiring('value', {}) },
      verify: () => portHolds(2.5),
    },
    {
      id: 'get-value',
      title: 'GET /api/ports/{portId}/value',
      request: { method: 'GET', path, token },
      peer: { url: '/api/ports/:portId/value' },
      verify: () => portHolds(2.5),
    },
    {
      id: 'action',
      title: 'POST /api/actions/log/console',
      request: { method: 'POST', path: '/api/actions/log/console', token, body: { message } },
      peer: { url: '/api/actions/log/console', body: requiring('message', { type: 'string' }) },
      verify: async () => {
        const entries = JSON.stringify(await target.call('GET', '/api/console?limit=500'));
        if (!entries.includes(message)) throw new Error('the console does not show what log.console wrote');
      },
    },
    {
      id: 'batch',
      title: `POST /api/batch of ${operationsInBatch} port values`,
      request: { method: 'POST', path: '/api/batch', token, body: batch },
      verify: async () => {
        await portHolds(7.5);
        const { succeeded } = objectOf(await target.call('POST', '/api/batch', batch));
        if (succeeded !== operationsInBatch)
          throw new Error(`only ${succeeded} operations of a batch succeeded`);
      },
    },
  ];
};

/** JSON Schema of an object with one field that must be there. */
const requiring = (name: string, schema: object): object => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});
