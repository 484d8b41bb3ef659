/** Creates the objects that are needed to call routes. */
import { filterRecords, filterStrings } from '../json.ts';
import { isId, pathTo } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { TargetGraph, NodePort } from './fixtures.ts';
import type { RouteParameters } from './listed-routes.ts';

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
