/**
 * Sends generated requests for every documented operation to the reference implementation, and checks the responses.
 *
 * `npx tsx scripts/stress/fuzz-rest.ts [--runs n] [--seconds n] [--seed n]`
 */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import {
  findDocumentedStatus,
  type OpenApiOperation,
} from '../../conformance/coverage/openapi-operations.ts';
import { getMediaTypes, getResponseSchema } from '../../conformance/coverage/response-schema.ts';
import { openRequestFixtures } from '../../conformance/coverage/standalone-fixtures.ts';
import { filterRecords, filterStrings, getByPath } from '../../conformance/json.ts';
import { TransportError } from '../../conformance/target/http/transport.ts';
import { fuzzedOperations, type FuzzedRequest, sampleRequests } from './fuzz-rest/request-arbitraries.ts';
import { fuzzReference } from './fuzz-reference.ts';
import { runAsScript } from './run-as-script.ts';
import { isResourceReference } from './fuzz-rest/schema-arbitraries.ts';
import type { HttpClient, Reply } from '../../conformance/target/http/exchange.ts';

/** Maximum number of graphs. If there are more, the oldest graphs are deleted. */
const maxGraphs = 12;

const listIds = (value: unknown): readonly string[] => filterRecords(value).map(({ id }) => String(id));

/** Tracks a target's existing resources by kind. */
const createResourcePool = (http: HttpClient, operations: readonly OpenApiOperation[]) => {
  let idsByKind: Readonly<Record<string, readonly string[]>> = {};

  /** Reads the existing resources again. Creates a graph with some nodes if there is no graph. */
  const refresh = async (): Promise<void> => {
    let graphs = listIds((await http.get('/api/graphs')).json);
    for (const id of graphs.slice(0, Math.max(0, graphs.length - maxGraphs)))
      await http.delete(`/api/graphs/${id}?deleteFile=true`);
    graphs = graphs.slice(-maxGraphs);
    const category = filterStrings((await http.get('/api/node-types/enum-values')).json);
    if (graphs.length < 2) {
      const created = await http.post('/api/graphs', {});
      const id = String(created.at('id'));
      await http.post(
        `/api/graphs/${id}/nodes/bulk`,
        category.map((name) => ({ category: name })),
      );
      graphs = [...graphs, id];
    }
    const details = await Promise.all(graphs.map(async (id) => (await http.get(`/api/graphs/${id}`)).json));
    const nodes = details.flatMap((detail) => filterRecords(getByPath(detail, 'nodes')));
    const ports = nodes.flatMap((node) => filterRecords(node.ports).map((port) => ({ node, port })));
    idsByKind = {
      graph: graphs,
      node: listIds(nodes),
      port: ports.map(({ port }) => String(port.id)),
      end: ports.map(({ node, port }) => `${node.id}/${port.name}`),
      connection: details.flatMap((detail) => listIds(getByPath(detail, 'connections'))),
      variable: listIds((await http.get('/api/variables')).json),
      category,
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'],
    };
  };

  const pickId = (kind: string, number: number): string => {
    // biome-ignore lint/style/noNonNullAssertion: the document has operations
    if (kind === 'path') return buildPath(operations[number % operations.length]!, number);
    const ids = idsByKind[kind] ?? [];
    return ids[number % ids.length] ?? 'none';
  };

  const getKind = (name: string, path: string): string | undefined => {
    if (name === 'id') return path.startsWith('/api/variables') ? 'variable' : 'graph';
    const kind = name.replace(/Id$/, '');
    return kind in idsByKind && kind !== 'category' ? kind : undefined;
  };

  /**
   * Returns an operation's path, filled with existing resources. `number` selects the resources, and `lastSegment`
   * replaces the last parameter.
   */
  const buildPath = (
    { path, parameters }: OpenApiOperation,
    number: number,
    lastSegment?: string,
  ): string => {
    const names = path.match(/\{\w+\}/g) ?? [];
    return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      if (lastSegment !== undefined && placeholder === names.at(-1)) return lastSegment;
      const kind = getKind(name, path);
      const example = parameters.find((parameter) => parameter.name === name)?.example;
      return encodeURIComponent(kind === undefined ? String(example ?? name) : pickId(kind, number));
    });
  };

  /** Replaces the references in a value with existing resources. */
  const fillReferences = (value: unknown): unknown => {
    if (isResourceReference(value)) return pickId(value.pick, value.number);
    if (Array.isArray(value)) return value.map(fillReferences);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, nested]) => [name, fillReferences(nested)]));
  };

  return { refresh, buildPath, fillReferences };
};

/**
 * Creates a function that describes how a response violates the full OpenAPI document, or returns `undefined` for a
 * valid response.
 */
const createResponseChecker = () => {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  const compiled = new Map<string, ReturnType<Ajv['compile']> | undefined>();
  const getValidator = (operation: OpenApiOperation, status: string) => {
    const key = `${operation.id} ${status}`;
    if (!compiled.has(key)) {
      const schema = getResponseSchema(operation, status);
      compiled.set(key, schema && ajv.compile(schema));
    }
    return compiled.get(key);
  };

  return (operation: OpenApiOperation, response: Reply, { query }: FuzzedRequest): string | undefined => {
    if (response.status >= 500) return `${response.status}`;
    const status = findDocumentedStatus(operation, response.status);
    if (status === undefined) return `undocumented ${response.status}`;
    const mediaType = (response.headers['content-type'] ?? '').replace(/;.*/, '');
    const documented = getMediaTypes(operation, status);
    if (documented.length === 0) return response.text === '' ? undefined : `${status} with a body`;
    if (!documented.some((type) => type === mediaType || type.endsWith('/*')))
      return `${status} as ${mediaType}`;
    if (mediaType !== 'application/json') return undefined;
    const isPartial = response.ok && ('include' in query || 'exclude' in query);
    const validate = isPartial ? undefined : getValidator(operation, status);
    if (!validate || validate(response.json)) return undefined;
    const [error] = validate.errors ?? [];
    return `${status} does not match its schema (${error?.instancePath} ${error?.message})`;
  };
};

interface FuzzOptions {
  /** Maximum number of requests. */
  readonly runs: number;
  /** Maximum duration in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

interface FuzzOutcome {
  readonly sent: number;
  readonly succeeded: number;
  /** The first wrong response of each kind, with the request that caused it. */
  readonly problems: readonly string[];
}

/** The list of existing resources is refreshed after this many requests. */
const refreshInterval = 100;

/** Fuzzes a target that has no other clients. The same seed always generates the same requests. */
export const fuzzRest = async (
  target: { readonly url: string; readonly token: string },
  { runs, seconds, seed }: FuzzOptions,
): Promise<FuzzOutcome> => {
  const { session, close } = openRequestFixtures(target);
  const http = session.silent;
  const pool = createResourcePool(http, fuzzedOperations);
  const checkResponse = createResponseChecker();
  const problems = new Map<string, string>();
  const deadline = performance.now() + seconds * 1000;
  let sentCount = 0;
  let succeededCount = 0;
  try {
    for (const fuzzedRequest of sampleRequests(seed, runs)) {
      if (performance.now() > deadline) break;
      if (sentCount % refreshInterval === 0) await pool.refresh();
      sentCount += 1;
      const { operation, text } = fuzzedRequest;
      const search = new URLSearchParams(fuzzedRequest.query).toString();
      const path =
        pool.buildPath(operation, fuzzedRequest.resourceNumber, fuzzedRequest.segment) +
        (search === '' ? '' : `?${search}`);
      const json = pool.fillReferences(fuzzedRequest.body);
      const request = { ...(text === undefined ? { json } : { body: text }), headers: fuzzedRequest.headers };
      const content = text ?? JSON.stringify(json) ?? '';
      const line = `${operation.method} ${path} ${JSON.stringify(fuzzedRequest.headers)} ${content}`.slice(
        0,
        2000,
      );
      try {
        const response = await http.send(operation.method, path, request);
        if (response.ok) succeededCount += 1;
        const fault = checkResponse(operation, response, fuzzedRequest);
        if (fault !== undefined && !problems.has(`${operation.id} ${fault}`))
          problems.set(`${operation.id} ${fault}`, `${fault}: ${line}\n  ${response.text.slice(0, 400)}`);
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        problems.set(`${operation.id} ${error.kind}`, `${error.message}: ${line}`);
      }
    }
  } finally {
    close();
  }
  return { sent: sentCount, succeeded: succeededCount, problems: [...problems.values()] };
};

await runAsScript(import.meta.url, { runs: 5_000, seconds: 60, seed: 'random' }, (options) =>
  fuzzReference((target) => fuzzRest(target, options)),
);
