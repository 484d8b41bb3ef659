/** The records that REST operations share (description: 'Resources and their fields'). */
import * as z from 'zod';
import { chosen } from '../contract/provenance.ts';
import { JsonValue, PortTypeName } from '../values.ts';

export const Port = z
  .object({
    id: z.string(),
    name: chosen('C-03', z.string()),
    type: PortTypeName,
    direction: chosen('C-03', z.enum(['input', 'output'])),
    nodeId: chosen('C-03', z.string()),
    value: chosen('C-03', JsonValue.optional()),
    options: chosen('C-03', z.array(z.string()).optional()),
    isSensitive: z.boolean().optional(),
    hasValue: z.boolean().optional(),
    isDisabled: chosen('C-03', z.boolean().optional()),
    isExpandable: z.boolean().optional(),
    isExpanded: z.boolean().optional(),
    isExpandedChild: z.boolean().optional(),
    parentPortId: z.string().optional(),
    affectsNodePorts: z.boolean().optional(),
  })
  .meta({ id: 'Port' });

export const Node = z
  .object({
    id: z.string(),
    category: z.string(),
    locationX: chosen('C-03', z.number()),
    locationY: chosen('C-03', z.number()),
    isMissing: chosen(
      'C-275',
      z.boolean().optional().describe('true where the service has no node type of that name'),
    ),
    ports: z.array(Port),
  })
  .meta({ id: 'Node' });

export const NodeWithGraph = Node.extend({ graphId: z.string() }).meta({ id: 'NodeWithGraph' });

export const Graph = z
  .object({
    id: z.uuid(),
    name: z.string(),
    path: z.string(),
    state: chosen('C-01', z.enum(['stopped', 'running'])),
    idle: chosen('C-180', z.boolean()),
    synced: chosen('C-01', z.boolean()),
    nodeCount: chosen('C-01', z.int()),
    connectionCount: chosen('C-01', z.int()),
    revision: chosen('C-01', z.int()),
  })
  .meta({ id: 'Graph' });

export const Connection = z
  .object({
    id: chosen('C-05', z.string()),
    outputPortId: chosen('C-05', z.string()),
    outputNodeId: chosen('C-05', z.string()),
    inputPortId: chosen('C-05', z.string()),
    inputNodeId: chosen('C-05', z.string()),
    type: chosen('C-05', PortTypeName),
    replacedConnectionId: chosen('C-06', z.string().optional()),
  })
  .meta({ id: 'Connection' });

export const GraphDetail = Graph.extend({
  nodes: z.array(Node),
  connections: chosen('C-01', z.array(Connection)),
}).meta({ id: 'GraphDetail' });

export const Variable = z
  .object({
    id: z.string(),
    name: chosen('C-07', z.string()),
    type: chosen('C-07', PortTypeName),
    value: JsonValue,
    scope: chosen('C-07', z.enum(['global', 'graph'])),
    graphId: chosen('C-07', z.string().optional()),
  })
  .meta({ id: 'Variable' });

export const NodeTypeRecord = z
  .object({
    enumValue: z.string(),
    name: z.string(),
    description: z.string(),
    category: chosen('C-15', z.string()),
    kind: chosen('C-15', z.enum(['event', 'flow', 'pure', 'latent', 'note'])),
    ports: chosen(
      'C-15',
      z.array(
        z.object({
          name: z.string(),
          type: PortTypeName,
          direction: z.enum(['input', 'output']),
          default: JsonValue.optional(),
          options: z.array(z.string()).optional(),
          minimum: chosen('C-77', z.number().optional()),
          maximum: chosen('C-77', z.number().optional()),
          isSensitive: z.boolean().optional(),
          affectsNodePorts: z.boolean().optional(),
        }),
      ),
    ),
  })
  .meta({ id: 'NodeType' });

export const CategoryRecord = z
  .object({
    name: chosen('C-15', z.string()),
    count: chosen('C-15', z.int()),
    nodes: chosen('C-15', z.array(NodeTypeRecord)),
  })
  .meta({ id: 'NodeCategory' });

export const ErrorRecord = z
  .object({
    code: chosen('C-09', z.string()),
    status: chosen('C-09', z.int()),
    condition: chosen('C-09', z.string()),
    resolution: chosen('C-09', z.string()),
  })
  .meta({ id: 'ErrorRecord' });

/** A boolean in a query: true or false, false when absent. */
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
