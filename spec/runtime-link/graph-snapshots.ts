/**
 * Snapshots of graphs and variables. A snapshot contains everything that a runtime needs to run the graphs, without
 * layout data.
 */
import * as z from 'zod';
import { PortTypeName } from '../values.ts';
import { linkValueSchema } from './link-value.ts';

const portEnd = z
  .tuple([z.string(), z.string()])
  .readonly()
  .describe('Id of the node, and the name of its port');

/** A connection from an output port to an input port. */
export const ConnectionSnapshot = z.object({ from: portEnd, to: portEnd }).meta({ id: 'WireImage' });

export const NodeSnapshot = z
  .object({
    id: z.string(),
    category: z.string().describe('Enum value of the node type'),
    values: z
      .record(z.string(), linkValueSchema)
      .describe('Canonical values, by port name, of the input ports that differ from their defaults'),
    disabled: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('Disabled trigger ports, as in.Name or out.Name. Absent if there are none'),
    ports: z
      .array(z.object({ name: z.string(), direction: z.enum(['input', 'output']), type: PortTypeName }))
      .readonly()
      .optional()
      .describe(
        'Ports that the node has because of its values, such as the parameters of an action. Absent if the node has only those of its type',
      ),
    internal: z
      .literal(true)
      .optional()
      .describe('Created by the controller, not by an author. Its port values raise no events'),
  })
  .meta({ id: 'NodeImage' });

/** A graph as it is pushed on sync. */
export const GraphSnapshot = z
  .object({
    graphId: z.string(),
    name: z.string(),
    version: z
      .string()
      .optional()
      .describe(
        'The runtime repeats it in `holding`, so the controller knows which version of the graph the runtime holds',
      ),
    nodes: z
      .array(NodeSnapshot)
      .readonly()
      .describe('In creation order, which is the order of evaluation where order matters'),
    connections: z.array(ConnectionSnapshot).readonly().describe('In creation order'),
  })
  .meta({ id: 'GraphImage' });

export const VariableSnapshot = z
  .object({
    id: z.string(),
    name: z.string(),
    type: PortTypeName,
    value: linkValueSchema,
    graphId: z
      .string()
      .optional()
      .describe('The graph that the variable belongs to. Absent for a global variable'),
    direction: z
      .enum(['input', 'output'])
      .optional()
      .describe('Whether the variable is an input or an output of its graph. Absent if it is neither'),
    default: linkValueSchema
      .optional()
      .describe('The value with which each call of the graph begins. Absent without `direction`'),
  })
  .meta({ id: 'VariableImage' });
