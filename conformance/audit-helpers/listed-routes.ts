/** Lists the routes in the target's table of contents, with their path parameters filled in. */
import { filterRecords, filterStrings } from '../json.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import { parseToc, stripParameterNames } from '../target/routes.ts';
import type { AuditTools } from '../audit.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { NodePort, TargetGraph } from './fixtures.ts';

const absentStatuses = [404, 405, 501];
/** Error codes with which an existing route may reject a call. */
const rejectionCodes = ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND', 'PORT_NOT_FOUND', 'TYPE_IMMUTABLE'];

/**
 * Ends the audit as NOT_VERIFIED when a valid call failed because the target does not have the route, according to the
 * response or the table of contents. Any other failure is left for the audit to judge.
 */
export const givenRouteServed = async (t: AuditTools, route: string, valid: Reply): Promise<void> => {
  if (valid.ok) return;
  const isRefusal = rejectionCodes.includes(String(valid.at('error.code')));
  t.given(isRefusal || !absentStatuses.includes(valid.status), `the route ${route}`, {
    actual: `${valid.status}`,
  });
  const [method = '', path = ''] = route.split(' ');
  const listed = parseToc(t.fields, (await t.http.get('/api/toc')).json);
  t.given(
    listed.some((entry) => entry.route === `${method} ${stripParameterNames(path)}`),
    `the route ${route} in the table of contents`,
  );
};

interface RouteFixtures {
  readonly graph: TargetGraph;
  /** The output port of the last connection. */
  readonly output: NodePort;
  readonly input: NodePort;
  readonly parameters: RouteParameters;
}

/** Number of connections in the graph, which is enough for several pages. */
const connectionCount = 3;

/** Creates a graph with nodes and connections, and returns the route parameters that identify them. */
export const createRouteFixtures = async (t: AuditTools): Promise<RouteFixtures> => {
  const graph = await t.fixtures.graph();
  let pair = await t.fixtures.connectablePair(graph);
  for (let createdCount = 0; createdCount < connectionCount; createdCount += 1) {
    if (createdCount > 0) pair = await t.fixtures.connectablePair(graph);
    await t.fixtures.connect(graph, pair.output.port.id, pair.input.port.id);
  }
  const [connection] = filterRecords((await t.http.get(pathTo`/api/graphs/${graph.id}/connections`)).json);
  const connectionId = t.fields.read(connection, 'connection.id');
  const [category] = filterRecords(t.fields.items((await t.http.get('/api/node-types')).json));
  const name = t.fields.read(category, 'category.name');
  const [node] = filterRecords(t.fields.read(category, 'category.nodes'));
  const [enumValue] = filterStrings([node?.enumValue]);
  return {
    graph,
    ...pair,
    parameters: {
      graphs: graph.id,
      nodes: pair.input.node.id,
      ports: pair.input.port.id,
      ...(isId(connectionId) && { connections: connectionId }),
      ...(isId(name) && { 'node-types': name }),
      ...(isId(name) && enumValue !== undefined && { 'node-types/*': enumValue }),
    },
  };
};

interface ListedRoute {
  readonly method: string;
  /** The method and the path template, without the names of its parameters. */
  readonly route: string;
  readonly path: string;
}

/** Values for path parameters, keyed by the preceding path segment: `graphs`, `nodes`, `ports`. */
type RouteParameters = Readonly<Record<string, Id>>;

/** Values for path parameters that need no setup, keyed by the preceding path segment. */
const defaultParameters: RouteParameters = {
  errors: 'GRAPH_NOT_FOUND',
  discovery: 'input-info',
  schemas: 'layer1',
};

const isParameter = (segment: string): boolean => /^(\{.*\}|:\w+)$/.test(segment);

/** Fills in the parameters of a path. Returns `undefined` if a value is missing. */
const fillTemplate = (
  template: string,
  material: RouteParameters,
  otherwise: Id | undefined,
): string | undefined => {
  const segments = template.replace(/\?.*$/, '').split('/');
  const filled = segments.map((segment, index) => {
    if (!isParameter(segment)) return segment;
    const before = segments[index - 1] ?? '';
    const value = material[isParameter(before) ? `${segments[index - 2]}/*` : before] ?? otherwise;
    return value === undefined ? undefined : encodeURIComponent(String(value));
  });
  return filled.includes(undefined) ? undefined : filled.join('/');
};

/**
 * Lists the routes under /api whose parameters can be filled in.
 * @param otherwise the value for all other parameters; when absent, routes with other parameters are omitted
 */
export const listFillableRoutes = async (
  { fields }: Pick<AuditTools, 'fields'>,
  http: HttpClient,
  material: RouteParameters = {},
  otherwise?: Id,
): Promise<readonly ListedRoute[]> => {
  const toc = parseToc(fields, (await http.get('/api/toc')).json);
  return toc.flatMap(({ method, route, path: template }) => {
    const isWild = template.includes('*') || !/^\/api(\/|$)/.test(template);
    const path = isWild
      ? undefined
      : fillTemplate(template, { ...defaultParameters, ...material }, otherwise);
    return path === undefined ? [] : [{ method, route, path }];
  });
};
