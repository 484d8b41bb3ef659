import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { JsonValue, PortTypeName } from '../values.ts';
import { Node, Port } from './records.ts';

export const ports = {
  setPortValue: operation({
    route: 'PUT /api/ports/{portId}/value',
    area: 'ports',
    summary: "Write a value in one of the shapes of the port's type",
    body: z.object({ value: JsonValue }),
    sync: true,
    returns: {
      200: Port.extend({
        node: chosen('C-08', Node.optional()),
        removedConnectionIds: chosen('C-08', z.array(z.string()).optional()),
      }).meta({ id: 'WrittenPort' }),
    },
    errors: ['PORT_NOT_FOUND'],
  }),
  getPortValue: operation({
    route: 'GET /api/ports/{portId}/value',
    area: 'ports',
    summary: 'The current value of a port; a sensitive value is redacted',
    returns: {
      200: z.object({
        portId: chosen('C-08', z.string()),
        type: chosen('C-08', PortTypeName),
        value: chosen('C-08', JsonValue),
        isSensitive: z.boolean().optional(),
        hasValue: z.boolean().optional(),
      }),
    },
    errors: ['PORT_NOT_FOUND'],
  }),
} as const;
