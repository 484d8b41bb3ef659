/** Records that several REST operations share (description: 'Resources and their fields'). */
import * as z from 'zod';
import { markChoice } from '../contract/choice-marks.ts';
import { JsonValue, PortTypeName } from '../values.ts';

export const Port = z
  .object({
    id: z.string(),
    name: markChoice('C-03', z.string()),
    type: PortTypeName,
    direction: markChoice('C-03', z.enum(['input', 'output'])),
    nodeId: markChoice('C-03', z.string()),
    value: markChoice('C-03', JsonValue.optional()),
    options: markChoice('C-03', z.array(z.string()).optional()),
    isSensitive: z.boolean().optional(),
    hasValue: z.boolean().optional(),
    isDisabled: markChoice('C-03', z.boolean().optional()),
    isExpandable: z.boolean().optional(),
    isExpanded: z.boolean().optional(),
    isExpandedChild: z.boolean().optional(),
    parentPortId: z.string().optional(),
    affectsNodePorts: z.boolean().optional(),
    isMissing: markChoice(
      'C-325',
      z
        .boolean()
        .optional()
        .describe('true if the graph that the node runs no longer has a variable of that name'),
    ),
  })
  .meta({ id: 'Port' });

export const Node = z
  .object({
    id: z.string(),
    category: z.string(),
    locationX: markChoice('C-03', z.number()),
    locationY: markChoice('C-03', z.number()),
    isMissing: markChoice(
      'C-275',
      z.boolean().optional().describe('true if the service has no node type of that name'),
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
    state: markChoice('C-01', z.enum(['stopped', 'running'])),
    idle: markChoice('C-180', z.boolean()),
    synced: markChoice('C-01', z.boolean()),
    nodeCount: markChoice('C-01', z.int()),
    connectionCount: markChoice('C-01', z.int()),
    revision: markChoice('C-01', z.int()),
  })
  .meta({ id: 'Graph' });

export const Connection = z
  .object({
    id: markChoice('C-05', z.string()),
    outputPortId: markChoice('C-05', z.string()),
    outputNodeId: markChoice('C-05', z.string()),
    inputPortId: markChoice('C-05', z.string()),
    inputNodeId: markChoice('C-05', z.string()),
    type: markChoice('C-05', PortTypeName),
    replacedConnectionId: markChoice('C-06', z.string().optional()),
    isBroken: markChoice(
      'C-325',
      z
        .boolean()
        .optional()
        .describe(
          'true if one of the ports no longer exists or has an incompatible type; it carries nothing',
        ),
    ),
  })
  .meta({ id: 'Connection' });

export const GraphDetail = Graph.extend({
  nodes: z.array(Node),
  connections: markChoice('C-01', z.array(Connection)),
}).meta({ id: 'GraphDetail' });

/** Whether a variable of a graph is passed in by the graphs that call it, or passed back to them. */
export const VariableDirection = z.enum(['input', 'output']);

export const Variable = z
  .object({
    id: z.string(),
    name: markChoice('C-07', z.string()),
    type: markChoice('C-07', PortTypeName),
    value: JsonValue,
    scope: markChoice('C-07', z.enum(['global', 'graph'])),
    graphId: markChoice('C-07', z.string().optional()),
    direction: markChoice('C-325', VariableDirection.optional()),
    description: markChoice('C-325', z.string().optional()),
    default: markChoice('C-325', JsonValue.optional()),
  })
  .meta({ id: 'Variable' });

export const NodeTypeRecord = z
  .object({
    enumValue: z.string(),
    name: z.string(),
    description: z.string(),
    category: markChoice('C-15', z.string()),
    kind: markChoice('C-15', z.enum(['event', 'flow', 'pure', 'latent', 'note'])),
    ports: markChoice(
      'C-15',
      z.array(
        z.object({
          name: z.string(),
          type: PortTypeName,
          direction: z.enum(['input', 'output']),
          default: JsonValue.optional(),
          options: z.array(z.string()).optional(),
          minimum: markChoice('C-77', z.number().optional()),
          maximum: markChoice('C-77', z.number().optional()),
          isSensitive: z.boolean().optional(),
          affectsNodePorts: z.boolean().optional(),
        }),
      ),
    ),
  })
  .meta({ id: 'NodeType' });

export const CategoryRecord = z
  .object({
    name: markChoice('C-15', z.string()),
    count: markChoice('C-15', z.int()),
    nodes: markChoice('C-15', z.array(NodeTypeRecord)),
  })
  .meta({ id: 'NodeCategory' });

export const ErrorRecord = z
  .object({
    code: markChoice('C-09', z.string()),
    status: markChoice('C-09', z.int()),
    condition: markChoice('C-09', z.string()),
    resolution: markChoice('C-09', z.string()),
  })
  .meta({ id: 'ErrorRecord' });

/** A boolean query parameter, which is false by default. */
export const booleanFlag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
