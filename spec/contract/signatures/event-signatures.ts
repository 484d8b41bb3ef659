import { renderSchema } from '../json-schema.ts';
import type { EventSpec } from '../event-and-message-spec.ts';
import { fieldLegend, formatFieldSignatures } from './schema-signature.ts';

const eventLegend = `type(data). ${fieldLegend}
Delivered to subscribers of the hub. In full: GET /api/events/types
`;

/** Renders each event kind with its data on one line. This saves tokens for language models. */
export const renderEventSignatures = (events: Readonly<Record<string, EventSpec>>): string =>
  [
    eventLegend,
    ...Object.entries(events).map(
      ([type, { data }]) => `${type}(${formatFieldSignatures(renderSchema(data, 'output'))})`,
    ),
  ]
    .join('\n')
    .concat('\n');
