/** Snapshots of graphs and variables for the runtime: everything it needs to run them, without canvas data. */
import * as z from 'zod';
import { PortTypeName } from '../values.ts';
import { linkValueSchema } from './link-value.ts';

const portEnd = z
  .tuple([z.string(), z.string()])
  .readonly()
  .describe('Id of the node, and the name of its port');

/** A wire from an output port to an input port. */
export const ConnectionSnapshot = z.object({ from: portEnd, to: portEnd }).meta({ id: 'WireImage' });

export const NodeSnapshot = z
  .object({
    id: z.string(),
    category: z.string().describe('Enum value of the node type'),
    values: z
      .record(z.string(), linkValueSchema)
      .describe(
        'Canonical values of the input ports that differ from their defaults, by the name of the port',
      ),
    disabled: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('Disabled trigger ports, as in.Name or out.Name; absent when there are none'),
    internal: z
      .literal(true)
      .optional()
      .describe('Made by the controller, not placed by an author: nobody is told of its ports'),
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
        'What the runtime is to say of it in `holding`, so that the controller knows which of its images it is',
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
    graphId: z.string().optional().describe('The graph that it belongs to; absent for a global variable'),
  })
  .meta({ id: 'VariableImage' });
