import { z } from 'zod';
import { EventEnvelope } from '../events.ts';
import { mergeComponents, renderSchema } from './json-schema.ts';
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiMessage,
  AsyncApiOperation,
  Reference,
} from './asyncapi.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { EventSpec, HubMessageSpec } from './message.ts';

export interface AsyncApiInput {
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly hub: Readonly<Record<string, HubMessageSpec>>;
  /** Version of the service. */
  readonly version: string;
  /** Where the hub answers; the host is `localhost` when absent. */
  readonly eventsUrl?: string;
}

interface Rendered {
  readonly message: AsyncApiMessage;
  readonly components: Components;
}

type Entries<T> = readonly (readonly [name: string, T])[];

/** The callback that brings events; its operations go by event channel. */
const eventCallback = 'ReceiveEvent';
/** The channel of the hub methods and of the callbacks that bring no event. */
const hubChannel = 'hub';

const description = `Live events of the scene runtime, and direct actions over the same connection.

The hub speaks the SignalR hub protocol over WebSocket. An event arrives as an invocation of ${eventCallback}; the payload
shown with a message is its one argument. The other callbacks likewise show their one argument, and hub methods
show the list of their arguments. The address of an event channel is the pattern that subscribes to it.`;

const components = (section: string, name: string): Reference => ({
  $ref: `#/components/${section}/${name}`,
});

/** Renders the event catalog (description: 'Events') as an AsyncAPI 3.0.0 document: plain data, the same every time. */
export const renderAsyncApi = ({ events, hub, version, eventsUrl }: AsyncApiInput): AsyncApiDocument => {
  const callbacks = Object.entries(hub).filter(([name]) => name !== eventCallback);
  const rendered = [
    ...Object.entries(events).map(([type, spec]) => renderEvent(type, spec)),
    ...callbacks.map(([name, spec]) => renderHubMessage(name, spec)),
  ];
  const families = familiesOf(Object.entries(events));
  const channels: Entries<AsyncApiChannel> = [
    ...families.map(([name, kinds]) => [name, renderEventChannel(name, kinds)] as const),
    [hubChannel, renderHubChannel(callbacks)],
  ];
  return {
    asyncapi: '3.0.0',
    info: { title: 'Scene Runtime events', version, description },
    defaultContentType: 'application/json',
    servers: { hub: renderServer(eventsUrl ?? 'ws://localhost/api/events') },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries([
      ...families.map(
        ([name, kinds]) => [`${eventCallback}.${name}`, renderEventOperation(name, kinds)] as const,
      ),
      ...callbacks.map(([name, spec]) => [name, renderHubOperation(name, spec)] as const),
    ]),
    components: {
      schemas: mergeComponents(rendered.map((each) => each.components)),
      messages: Object.fromEntries(rendered.map(({ message }) => [message.name, message])),
      securitySchemes: {
        accessToken: {
          type: 'httpApiKey',
          in: 'query',
          name: 'access_token',
          description: 'The API token; browsers cannot set headers on a WebSocket',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The API token' },
      },
    },
  };
};

/** The event kinds by channel, in the order in which the channels are first named. */
const familiesOf = (kinds: Entries<EventSpec>): Entries<Entries<EventSpec>> =>
  [...new Set(kinds.map(([, { channel }]) => channel))].map((name) => [
    name,
    kinds.filter(([, { channel }]) => channel === name),
  ]);

const renderServer = (eventsUrl: string) => {
  const { host, pathname, protocol } = new URL(eventsUrl);
  return { host, pathname, protocol: protocol.replace(':', ''), description: 'The service on this machine' };
};

const renderEvent = (type: string, spec: EventSpec): Rendered => {
  const { carries = [], highVolume, example } = spec;
  const filterFields = carries.filter((field) => field !== 'graphId' && field !== 'nodeId');
  const { schema, components } = renderSchema(envelopeOf(type, spec), 'output', 'draft-7');
  const message: AsyncApiMessage = {
    name: type,
    title: type,
    summary: spec.summary,
    contentType: 'application/json',
    payload: schema,
    examples: [{ name: type, payload: exampleEvent(type, carries, example) }],
    ...(highVolume && { 'x-high-volume': highVolume }),
    ...(filterFields.length > 0 && { 'x-filter-fields': filterFields }),
  };
  return { message, components };
};

const narrowingFields = ['graphId', 'nodeId', 'object', 'group', 'clip'] as const;

/** The envelope with what this kind puts into it, and without the fields that it never carries. */
const envelopeOf = (type: string, { data, carries = [] }: EventSpec): z.ZodType => {
  const absent = narrowingFields.filter((field) => !carries.includes(field));
  const shape = { ...EventEnvelope.shape, type: z.literal(type), data };
  return z.object(
    Object.fromEntries(Object.entries(shape).filter(([field]) => !absent.some((name) => name === field))),
  );
};

const exampleEvent = (
  type: string,
  carries: readonly string[],
  data: EventSpec['example'],
): Readonly<Record<string, unknown>> => ({
  type,
  id: '5d0c9d3e-41',
  streamId: '5d0c9d3e',
  seq: 41,
  tick: 90,
  time: 1.5,
  ...Object.fromEntries(carries.filter((field) => field in data).map((field) => [field, data[field]])),
  data,
});

const renderHubMessage = (name: string, { direction, summary, args }: HubMessageSpec): Rendered => {
  const names = Object.keys(args.shape);
  const isMethod = direction === 'client-to-server';
  const { schema, components } = renderSchema(args, isMethod ? 'input' : 'output', 'draft-7');
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  const payload = isMethod
    ? {
        type: 'array',
        items: names.map((argument) => ({ title: argument, ...properties[argument] })),
        minItems: names.filter((argument) => required.includes(argument)).length,
        maxItems: names.length,
      }
    : properties[names[0]!]!;
  const message: AsyncApiMessage = {
    name,
    title: name,
    summary,
    contentType: 'application/json',
    payload,
    ...(isMethod && { 'x-arguments': names }),
  };
  return { message, components };
};

const messageReferences = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, components('messages', name)]));

const renderEventChannel = (name: string, kinds: Entries<EventSpec>): AsyncApiChannel => {
  const single = kinds.length === 1 && kinds[0]![0] === name;
  return {
    address: single ? name : `${name}.*`,
    title: name,
    summary: single ? kinds[0]![1].summary : `Events of the family ${name}`,
    messages: messageReferences(kinds.map(([type]) => type)),
  };
};

const renderHubChannel = (members: Entries<HubMessageSpec>): AsyncApiChannel => ({
  address: '/api/events',
  title: 'Hub methods and callbacks',
  summary: 'What a client calls, and how it is answered',
  messages: messageReferences(members.map(([name]) => name)),
});

const channelReferences = (channel: string, messages: readonly string[]) => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
});

const renderEventOperation = (name: string, kinds: Entries<EventSpec>): AsyncApiOperation => ({
  action: 'send',
  title: eventCallback,
  summary: `Brings the events of the channel ${name}`,
  ...channelReferences(
    name,
    kinds.map(([type]) => type),
  ),
});

const renderHubOperation = (
  name: string,
  { direction, summary, gated }: HubMessageSpec,
): AsyncApiOperation => ({
  action: direction === 'client-to-server' ? 'receive' : 'send',
  title: name,
  summary,
  ...(gated && {
    security: [components('securitySchemes', 'accessToken'), components('securitySchemes', 'bearer')],
  }),
  ...channelReferences(hubChannel, [name]),
});
