/** Things of the kit's own that routes can be asked about. */
import { recordsOf, stringsOf } from '../json.ts';
import { isId, pathTo } from '../target/id.ts';
import type { AuditTools } from '../audit.ts';
import type { LabGraph, PortOnNode } from './lab.ts';
import type { Material } from './offered-routes.ts';

interface RouteMaterial {
  readonly graph: LabGraph;
  /** The ends of the last of its wires. */
  readonly output: PortOnNode;
  readonly input: PortOnNode;
  readonly material: Material;
}

/** Wires of the graph: enough for several pages. */
const wires = 3;

/** A graph with nodes and wires, and what the parameters of routes may be filled with that lead to it. */
export const materialOf = async (t: AuditTools): Promise<RouteMaterial> => {
  const graph = await t.lab.graph();
  let pair = await t.lab.wirablePair(graph);
  for (let made = 0; made < wires; made += 1) {
    if (made > 0) pair = await t.lab.wirablePair(graph);
    await t.lab.connect(graph, pair.output.port.id, pair.input.port.id);
  }
  const [connection] = recordsOf((await t.http.get(pathTo`/api/graphs/${graph.id}/connections`)).json);
  const connectionId = t.fields.read(connection, 'connection.id');
  const [category] = recordsOf(t.fields.items((await t.http.get('/api/node-types')).json));
  const name = t.fields.read(category, 'category.name');
  const [node] = recordsOf(t.fields.read(category, 'category.nodes'));
  const [enumValue] = stringsOf([node?.enumValue]);
  return {
    graph,
    ...pair,
    material: {
      graphs: graph.id,
      nodes: pair.input.node.id,
      ports: pair.input.port.id,
      ...(isId(connectionId) && { connections: connectionId }),
      ...(isId(name) && { 'node-types': name }),
      ...(isId(name) && enumValue !== undefined && { 'node-types/*': enumValue }),
    },
  };
};
