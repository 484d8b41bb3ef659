import { getItemAt } from '../harness/get-item-at.ts';
import { toJsonObject } from '../target/loose-json.ts';
import { findNumberNodeType, readNodeCatalogue } from '../target/node-catalogue.ts';
import { createNodeWithPort } from '../target/scratch-graph.ts';
import type { BaselineWork } from '../baselines/http-baseline.ts';
import type { HttpRequest } from '../load/http-request.ts';
import type { TargetGraph } from '../target/scratch-graph.ts';
import type { Target } from '../target/target.ts';

export const operationsInBatch = 100;

/** Requests rotate over this many ports and over several values, so that no server can respond from a cache. */
const portCount = 64;
const valuesPerPort = 4;

/** One measured route: its requests, and the check that the requests took effect. */
export interface RestCase {
  readonly id: string;
  readonly title: string;
  /** The requests, which are sent in rotation. */
  readonly requests: readonly HttpRequest[];
  /** What a baseline does with a body in addition to parsing it. */
  readonly work?: BaselineWork;
  /** The route and its body schema, as declared in a web framework. When absent, no peer is measured. */
  readonly peer?: { readonly url: string; readonly body?: object };
  verify(): Promise<void>;
}

/** The same routes for every target. Each target has its own ports. */
export interface RestCases {
  readonly ids: readonly string[];
  getCases(target: Target, id: string): RestCase;
}

/**
 * Prepares the nodes whose ports are written.
 * @throws Error when a target rejects the preparation
 */
export const prepareRestCases = async (graphs: readonly TargetGraph[]): Promise<RestCases> => {
  const casesByTarget = new Map<Target, readonly RestCase[]>();
  for (const { target, graphId } of graphs) casesByTarget.set(target, await createRestCases(target, graphId));
  const [first = []] = casesByTarget.values();
  return {
    ids: first.map(({ id }) => id),
    // biome-ignore lint/style/noNonNullAssertion: every target has every case
    getCases: (target, id) => casesByTarget.get(target)!.find((restCase) => restCase.id === id)!,
  };
};

const createRestCases = async (target: Target, graphId: string): Promise<RestCase[]> => {
  const { token } = target;
  const paths = await createPortPaths(target, graphId);
  const message = 'bench action';

  const writes = Array.from({ length: portCount * valuesPerPort }, (_, i): HttpRequest => {
    const body = { value: i + 0.5 };
    return { method: 'PUT', path: getPathAt(paths, i), token, body };
  });
  const batches = Array.from({ length: valuesPerPort }, (_, round) => ({
    operations: Array.from({ length: operationsInBatch }, (_, i) => ({
      method: 'PUT',
      path: getPathAt(paths, i),
      body: { value: round - i },
    })),
  }));
  const assertFirstPortHolds = async (values: readonly number[]) => {
    const response = toJsonObject(await target.call('GET', getPathAt(paths, 0))).value;
    if (!values.includes(Number(response)))
      throw new Error(`a port holds ${JSON.stringify(response)} after ${values.join(', ')} were written`);
  };
  const values = Array.from({ length: valuesPerPort }, (_, i) => i * portCount + 0.5);

  return [
    {
      id: 'health',
      title: 'GET /api/health',
      requests: [{ method: 'GET', path: '/api/health', token }],
      verify: async () => {
        const { status } = toJsonObject(await target.call('GET', '/api/health'));
        if (status !== 'ok') throw new Error(`health reports ${JSON.stringify(status)}`);
      },
    },
    {
      id: 'put-value',
      title: 'PUT /api/ports/{portId}/value',
      requests: writes,
      work: 'write',
      peer: { url: '/api/ports/:portId/value', body: createRequiredFieldSchema('value', {}) },
      verify: () => assertFirstPortHolds(values),
    },
    {
      id: 'get-value',
      title: 'GET /api/ports/{portId}/value',
      requests: paths.map((path) => ({ method: 'GET', path, token })),
      peer: { url: '/api/ports/:portId/value' },
      verify: () => assertFirstPortHolds(values),
    },
    {
      id: 'action',
      title: 'POST /api/actions/log/console',
      requests: Array.from({ length: portCount }, (_, i) => ({
        ...({ method: 'POST', path: '/api/actions/log/console' } as const),
        token,
        body: { message: `${message} ${i}` },
      })),
      work: 'entry',
      peer: {
        url: '/api/actions/log/console',
        body: createRequiredFieldSchema('message', { type: 'string' }),
      },
      verify: async () => {
        const entries = JSON.stringify(await target.call('GET', '/api/console?limit=500'));
        if (!entries.includes(message)) throw new Error('the console does not show what log.console wrote');
      },
    },
    {
      id: 'batch',
      title: `POST /api/batch of ${operationsInBatch} port values`,
      requests: batches.map((body) => ({ method: 'POST', path: '/api/batch', token, body })),
      verify: async () => {
        await assertFirstPortHolds(batches.flatMap((_, round) => [round, round - portCount]));
        const { succeeded } = toJsonObject(await target.call('POST', '/api/batch', batches[0]));
        if (succeeded !== operationsInBatch)
          throw new Error(`only ${succeeded} operations of a batch succeeded`);
      },
    },
  ];
};

const getPathAt = (paths: readonly string[], index: number): string => getItemAt(paths, index);

/**
 * Creates the ports that requests write to.
 * @returns the paths of the port values
 */
const createPortPaths = async (target: Target, graphId: string): Promise<string[]> => {
  const { enumValue, left } = findNumberNodeType(await readNodeCatalogue(target));
  const paths: string[] = [];
  while (paths.length < portCount) {
    const portId = await createNodeWithPort(target, graphId, enumValue, left);
    paths.push(`/api/ports/${encodeURIComponent(portId)}/value`);
  }
  return paths;
};

/** Creates the JSON Schema for an object with one required field. */
const createRequiredFieldSchema = (name: string, schema: object): object => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});
