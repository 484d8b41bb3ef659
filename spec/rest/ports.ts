import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { JsonValue, PortTypeName } from '../values.ts';
import { Node, Port } from './response-records.ts';

const PortWithSubPorts = Port.extend({ subPorts: markChoice('C-25', z.array(Port)) }).meta({
  id: 'PortWithSubPorts',
});

export const portOperations = {
  setPortValue: defineOperation({
    route: 'PUT /api/ports/{portId}/value',
    area: 'ports',
    summary: "Write a value in one of the shapes of the port's type",
    description:
      '`PortValueFormats` of `GET /api/types` lists the shapes. If the value changes the ports of the node, the response includes the whole node.',
    body: z.object({ value: JsonValue }),
    sync: true,
    returns: {
      200: Port.extend({
        pressed: markChoice('C-192', z.boolean().optional()).describe(
          'For a Button output that was set to true: whether its graph runs and receives it',
        ),
        node: markChoice('C-08', Node.optional()),
        removedConnectionIds: markChoice('C-08', z.array(z.string()).optional()),
      }).meta({ id: 'WrittenPort' }),
    },
    errors: ['PORT_NOT_FOUND'],
  }),
  getPort: defineOperation({
    route: 'GET /api/ports/{portId}',
    area: 'ports',
    summary: 'One port',
    description: 'Returns its type, value and flags. A sensitive value is redacted.',
    choice: 'C-03',
    fields: true,
    returns: { 200: Port },
    errors: ['PORT_NOT_FOUND'],
  }),
  listNodePorts: defineOperation({
    route: 'GET /api/nodes/{nodeId}/ports',
    area: 'ports',
    summary: 'List the ports of a node',
    description: 'Returns inputs and outputs. Sub-ports follow the port that is expanded into them.',
    choice: 'C-03',
    list: true,
    returns: { 200: Port },
    errors: ['NODE_NOT_FOUND'],
  }),
  getPortOptions: defineOperation({
    route: 'GET /api/ports/{portId}/options',
    area: 'ports',
    summary: 'List the valid options of a Dropdown port',
    description:
      'Write the value of the port as one of these labels, or as its index. For MIDI devices and input actions, the options are the names that discovery lists, or the last known ones if the runtime does not respond. Such a port accepts any name, and indexes refer to the list that was returned last.',
    list: true,
    listChoice: 'C-72',
    returns: { 200: z.string() },
    errors: ['PORT_NOT_FOUND', 'INVALID_VALUE'],
  }),
  expandPort: defineOperation({
    route: 'POST /api/ports/{portId}/expand',
    area: 'ports',
    summary: 'Show the sub-ports of a Vector or Color port',
    description: 'X, Y and Z, or R, G, B and A, become separate ports that can be written and connected.',
    sync: true,
    returns: { 200: PortWithSubPorts },
    errors: ['PORT_NOT_FOUND', 'INVALID_REQUEST', 'INVALID_VALUE'],
  }),
  collapsePort: defineOperation({
    route: 'POST /api/ports/{portId}/collapse',
    area: 'ports',
    summary: 'Hide the sub-ports of a Vector or Color port; their connections still work',
    description: 'They are no longer listed, and `subPorts` of the response is empty.',
    sync: true,
    returns: { 200: PortWithSubPorts },
    errors: ['PORT_NOT_FOUND', 'INVALID_REQUEST'],
  }),
  disablePort: defineOperation({
    route: 'POST /api/ports/{portId}/disable',
    area: 'ports',
    summary: 'Disable a trigger port, so that no trigger passes it; idempotent',
    description: 'Fails for ports that are not of type Trigger, and while the graph runs.',
    sync: true,
    returns: { 200: Port },
    errors: ['PORT_NOT_FOUND', 'INVALID_VALUE', 'TYPE_IMMUTABLE', 'GRAPH_RUNNING'],
  }),
  enablePort: defineOperation({
    route: 'POST /api/ports/{portId}/enable',
    area: 'ports',
    summary: 'Enable a disabled trigger port; idempotent',
    description: 'Fails for ports that are not of type Trigger, and while the graph runs.',
    sync: true,
    returns: { 200: Port },
    errors: ['PORT_NOT_FOUND', 'TYPE_IMMUTABLE', 'GRAPH_RUNNING'],
  }),
  getPortValue: defineOperation({
    route: 'GET /api/ports/{portId}/value',
    area: 'ports',
    summary: 'Get the current value of a port; a sensitive value is redacted',
    description: 'For a sensitive port, `hasValue` reports whether it has a value.',
    returns: {
      200: z.object({
        portId: markChoice('C-08', z.string()),
        type: markChoice('C-08', PortTypeName),
        value: markChoice('C-08', JsonValue),
        isSensitive: z.boolean().optional(),
        hasValue: z.boolean().optional(),
      }),
    },
    errors: ['PORT_NOT_FOUND'],
  }),
} as const;
