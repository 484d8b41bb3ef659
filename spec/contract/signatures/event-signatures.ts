import { renderSchema } from '../json-schema.ts';
import type { EventSpec } from '../message.ts';
import { fieldLegend, fieldSignatures } from './schema-signature.ts';

const legend = `type(data). ${fieldLegend}
They come to who subscribes at the hub. In full: GET /api/events/types
`;

/** Kinds of events with their data, a line each; for readers that have little room. */
export const renderEventSignatures = (events: Readonly<Record<string, EventSpec>>): string =>
  [
    legend,
    ...Object.entries(events).map(
      ([type, { data }]) => `${type}(${fieldSignatures(renderSchema(data, 'output'))})`,
    ),
  ]
    .join('\n')
    .concat('\n');
