import { renderSchema } from '../json-schema.ts';
import type { EventSpec } from '../event-and-message-spec.ts';
import { fieldLegend, formatFieldSignatures } from './schema-signature.ts';

const eventLegend = `type(data). ${fieldLegend}
They come to who subscribes at the hub. In full: GET /api/events/types
`;

/** Kinds of events with their data, a line each; for readers that have little room. */
export const renderEventSignatures = (events: Readonly<Record<string, EventSpec>>): string =>
  [
    eventLegend,
    ...Object.entries(events).map(
      ([type, { data }]) => `${type}(${formatFieldSignatures(renderSchema(data, 'output'))})`,
    ),
  ]
    .join('\n')
    .concat('\n');
