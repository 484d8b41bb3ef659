import * as z from 'zod';
import { eventChannels } from '../event-channels.ts';
import { EventEnvelopeFields, optionalEnvelopeFields } from '../events.ts';
import { getExamplePosition, exampleStreamId } from '../example-event-positions.ts';
import { renderSchema } from './json-schema.ts';
import type { AsyncApiMessage, MessageExample } from './asyncapi-types.ts';
import type { Components } from './json-schema.ts';
import type { EventSpec, SubjectField } from './event-and-message-spec.ts';

/** The callback that delivers events. Its operations are grouped by event channel. */
export const eventCallback = 'ReceiveEvent';

/** A channel that has events. */
export interface RaisedChannel {
  readonly name: string;
  readonly summary: string;
  readonly pattern: string;
  readonly kinds: readonly string[];
}

/**
 * Returns the channels that have events, each with its event kinds. Each kind of a runtime's own has its own channel.
 * @throws Error for an event kind that the description does not list
 */
export const listRaisedChannels = (events: Readonly<Record<string, EventSpec>>): readonly RaisedChannel[] => {
  const listedKinds = new Set<string>(eventChannels.flatMap(({ kinds }) => kinds));
  const ownKinds = Object.entries(events).filter(([, { isOwn }]) => isOwn);
  const unlistedKind = Object.keys(events).find((kind) => !listedKinds.has(kind) && !events[kind]?.isOwn);
  if (unlistedKind !== undefined) throw new Error(`No channel lists the event kind '${unlistedKind}'`);
  const raised = eventChannels.flatMap((channel) => {
    const kinds = channel.kinds.filter((kind) => kind in events);
    const [first] = kinds.flatMap((kind) => events[kind] ?? []);
    if (first === undefined) return [];
    return [{ ...channel, kinds, summary: channel.summary ?? first.summary }];
  });
  return [
    ...raised,
    ...ownKinds.map(([name, { summary }]) => ({ name, summary, pattern: name, kinds: [name] })),
  ];
};

/** Renders an event kind as a message, with the schemas that the message refers to. */
export const renderEvent = (
  type: string,
  spec: EventSpec,
): { readonly message: AsyncApiMessage; readonly components: Components } => {
  const { subject = [], highVolume } = spec;
  const filterFields = subject.filter((field) => field !== 'graphId' && field !== 'nodeId');
  const { schema, components } = renderSchema(renderPayload(type, spec), 'output', 'draft-7');
  const message: AsyncApiMessage = {
    name: type,
    title: type,
    summary: spec.summary,
    headers: { $ref: `#/components/schemas/${eventHeadersName}` },
    payload: schema,
    'x-hub-field': '/arguments/0',
    examples: [renderEventExample(type, spec)],
    ...(highVolume && { 'x-high-volume': highVolume }),
    ...(filterFields.length > 0 && { 'x-filter-fields': filterFields }),
  };
  return { message, components };
};

const eventHeadersName = 'ReceiveEventHeaders';

/** The headers that every event has in the hub protocol. */
export const eventHeaders: Components = {
  [eventHeadersName]: {
    type: 'object',
    properties: { type: { type: 'integer', const: 1 }, target: { type: 'string', const: eventCallback } },
    required: ['type', 'target'],
  },
};

/** Combines the envelope that all events share with the data of this event kind. */
const renderPayload = (type: string, { data, subject = [], highVolume }: EventSpec): z.ZodType => {
  const subjectFields = subject.map((field) => {
    const envelopeField = optionalEnvelopeFields[field];
    return [field, isRequiredField(data, field) ? envelopeField : envelopeField.optional()] as const;
  });
  return EventEnvelopeFields.and(
    z.object({
      type: z.literal(type),
      ...Object.fromEntries(subjectFields),
      ...(highVolume && { coalesced: optionalEnvelopeFields.coalesced.optional() }),
      data,
    }),
  );
};

const isRequiredField = ({ shape }: z.ZodObject, field: SubjectField): boolean =>
  field in shape && !(shape[field] instanceof z.ZodOptional);

const renderEventExample = (type: string, { subject = [], summary, example }: EventSpec): MessageExample => {
  const moment = getExamplePosition(type);
  const subjectFields = subject.filter((field) => field in example).map((field) => [field, example[field]]);
  return {
    name: type,
    summary,
    payload: {
      type,
      id: `${exampleStreamId}-${moment.seq}`,
      streamId: exampleStreamId,
      ...moment,
      ...Object.fromEntries(subjectFields),
      data: example,
    },
  };
};
