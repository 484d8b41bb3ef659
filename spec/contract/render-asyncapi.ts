import { defaultEventsUrl } from '../service-address.ts';
import { eventTopics } from '../event-channels.ts';
import { hubProtocols } from '../hub.ts';
import { hubLimits } from '../hub-limits.ts';
import { documentInfo } from './document-info.ts';
import { describeHub } from './asyncapi-description.ts';
import { mergeComponents } from './json-schema.ts';
import { extractComponents, toPascalCase } from './name-nested-schemas.ts';
import { eventCallback, eventHeaders, listRaisedChannels, renderEvent } from './render-event-channels.ts';
import {
  emptyCompletion,
  failedCompletion,
  renderHubMessages,
  getCompletionName,
} from './render-hub-messages.ts';
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiOperation,
  AsyncApiServer,
  Reference,
  Tag,
} from './asyncapi-types.ts';
import type { EventSpec, HubMessageSpec } from './event-and-message-spec.ts';
import type { RaisedChannel } from './render-event-channels.ts';
import type { Hub, RenderedMessage } from './render-hub-messages.ts';

interface AsyncApiInput {
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly hub: Hub;
  /** The service's version. */
  readonly version: string;
  /** The URL of the hub. When absent, the default URL is used. */
  readonly eventsUrl?: string;
}

/** The channel for hub methods, and for the callbacks and completions that answer the methods. */
const hubChannel = 'hub';

const tokenSchemes = {
  accessToken: {
    type: 'httpApiKey',
    in: 'query',
    name: 'access_token',
    description: 'The API token. Browsers cannot set headers on a WebSocket',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The API token' },
};

/**
 * The security scheme of operations that need no token. The scheme is explicit, because it would otherwise be unclear
 * whether an operation needs a token.
 */
const publicSchemes = {
  connection: { type: 'http', scheme: 'none', description: 'No credentials: an open connection is enough' },
};

const securitySchemes = { ...tokenSchemes, ...publicSchemes };

const getHubSecurity = ({ gated }: Pick<HubMessageSpec, 'gated'>): readonly Reference[] =>
  Object.keys(gated ? tokenSchemes : publicSchemes).map((name) =>
    createComponentReference('securitySchemes', name),
  );

const channelBindings = {
  hub: {
    ws: {
      method: 'GET',
      query: {
        type: 'object',
        properties: {
          access_token: { type: 'string', description: tokenSchemes.accessToken.description },
          id: {
            type: 'string',
            description: 'The connectionToken of POST /api/events/negotiate, for clients that negotiate',
          },
        },
      },
      headers: {
        type: 'object',
        properties: {
          Authorization: {
            type: 'string',
            pattern: '^Bearer .+',
            description: tokenSchemes.bearer.description,
          },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
};

/**
 * Renders the event catalog (description: 'Events') as an AsyncAPI 3.0.0 document. The same input always produces the
 * same output.
 */
export const renderAsyncApi = ({ events, hub, version, eventsUrl }: AsyncApiInput): AsyncApiDocument => {
  const calls = Object.fromEntries(Object.entries(hub).filter(([name]) => name !== eventCallback));
  const hubMessages = renderHubMessages(calls);
  const rendered = [
    ...Object.entries(events).map(([type, spec]) =>
      extractPayloadComponent('Event', renderEvent(type, spec)),
    ),
    ...hubMessages.map((message) =>
      extractPayloadComponent(message.message['x-arguments'] ? 'Arguments' : 'Payload', message),
    ),
  ];
  const raisedChannels = listRaisedChannels(events);
  const tags = listTags(raisedChannels);
  const highVolume = Object.entries(events).flatMap(([type, spec]) => (spec.highVolume ? [type] : []));
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Scene Runtime events',
      version,
      description: describeHub({ eventTypes: raisedChannels.length, highVolume }),
      ...documentInfo,
      tags: Object.keys(tags).map((name) => createComponentReference('tags', name)),
    },
    defaultContentType: 'application/json',
    servers: { hub: renderServer(eventsUrl ?? defaultEventsUrl) },
    channels: Object.fromEntries([
      ...raisedChannels.map((channel) => [channel.name, renderEventChannel(channel)] as const),
      [hubChannel, renderHubChannel(hubMessages.map(({ message }) => message.name))] as const,
    ]),
    operations: Object.fromEntries([
      ...raisedChannels.map(
        (channel) => [`${eventCallback}.${channel.name}`, renderEventOperation(channel)] as const,
      ),
      ...Object.entries(calls).map(([name, spec]) => [name, renderHubOperation(name, spec)] as const),
    ]),
    components: {
      schemas: mergeComponents([eventHeaders, ...rendered.map((part) => part.components)]),
      messages: Object.fromEntries(rendered.map(({ message }) => [message.name, message])),
      tags,
      correlationIds: {
        invocation: {
          description: 'The id that pairs a call with its completion',
          location: '$message.header#/invocationId',
        },
      },
      securitySchemes,
      channelBindings,
    },
  };
};

/** Moves a message's payload into a component that is named after the message. */
const extractPayloadComponent = (
  suffix: string,
  { message, components }: RenderedMessage,
): RenderedMessage => {
  const named = Object.entries(components).map(
    ([name, schema]) => extractComponents(name, schema).components,
  );
  if (message.payload === undefined) return { message, components: mergeComponents(named) };
  const name = toPascalCase(message.name);
  const payload = extractComponents(name.endsWith(suffix) ? name : `${name}${suffix}`, message.payload);
  return {
    message: { ...message, payload: payload.schema },
    components: mergeComponents([...named, payload.components]),
  };
};

/** Returns a copy of the document with a different hub URL. */
export const withEventsUrl = (document: AsyncApiDocument, eventsUrl: string): AsyncApiDocument => ({
  ...document,
  servers: { hub: renderServer(eventsUrl) },
});

const renderServer = (eventsUrl: string): AsyncApiServer => {
  const { host, pathname, protocol } = new URL(eventsUrl);
  return {
    host,
    pathname,
    protocol: protocol.replace(':', ''),
    description: 'The event hub. It accepts connections from this machine, with or without the token',
    security: [],
    'x-hub-protocols': hubProtocols,
    'x-hub-limits': hubLimits,
  };
};

const createComponentReference = (section: string, name: string): Reference => ({
  $ref: `#/components/${section}/${name}`,
});

/** Returns the first part of a channel's name. For a runtime's own kinds, this part is the runtime's prefix. */
const getTopic = (channel: string): string => channel.replace(/\..*/, '');

const topicDescriptions: Readonly<Record<string, string>> = eventTopics;

const listTags = (raisedChannels: readonly RaisedChannel[]): Readonly<Record<string, Tag>> => {
  const topics = new Set(raisedChannels.map(({ name }) => getTopic(name)));
  const described = [...topics].map(
    (name): Tag => ({ name, description: topicDescriptions[name] ?? `Events of the runtime's own` }),
  );
  const all = [
    ...described,
    {
      name: hubChannel,
      description: 'Calls of clients and the messages that answer them. Carries no events',
    },
  ];
  return Object.fromEntries(all.map((tag) => [tag.name, tag]));
};

/** The fields that all channels share, because the channels use a single connection. */
const connectionChannelFields = {
  servers: [{ $ref: '#/servers/hub' }],
  bindings: createComponentReference('channelBindings', 'hub'),
};

const createMessageReferences = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, createComponentReference('messages', name)]));

const renderEventChannel = ({ name, pattern, kinds, summary }: RaisedChannel): AsyncApiChannel => ({
  address: pattern,
  title: name,
  summary,
  ...connectionChannelFields,
  tags: [createComponentReference('tags', getTopic(name))],
  messages: createMessageReferences(kinds),
});

const renderHubChannel = (names: readonly string[]): AsyncApiChannel => ({
  address: '/',
  title: 'Hub methods and the messages that answer them',
  summary: 'Not an event type: the methods that a client calls, and the messages that answer them',
  ...connectionChannelFields,
  tags: [createComponentReference('tags', hubChannel)],
  messages: createMessageReferences(names),
});

const createChannelReferences = (channel: string, messages: readonly string[]) => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
});

const renderEventOperation = ({ name, pattern, kinds }: RaisedChannel): AsyncApiOperation => ({
  action: 'send',
  title: eventCallback,
  summary: `Delivers the events of the channel ${name}`,
  description: `Sent to clients that subscribe to a pattern that matches these events, such as \`${pattern}\`.`,
  security: getHubSecurity({}),
  tags: [createComponentReference('tags', getTopic(name))],
  ...createChannelReferences(name, kinds),
});

const renderHubOperation = (
  name: string,
  { direction, summary, description, gated, callbacks = [], result }: HubMessageSpec,
): AsyncApiOperation => {
  const isMethod = direction === 'client-to-server';
  const completions = [result ? getCompletionName(name) : emptyCompletion, failedCompletion];
  return {
    action: isMethod ? 'receive' : 'send',
    title: name,
    summary,
    description,
    security: getHubSecurity({ gated }),
    tags: [createComponentReference('tags', hubChannel)],
    ...createChannelReferences(hubChannel, [name]),
    ...(isMethod && { reply: createChannelReferences(hubChannel, [...callbacks, ...completions]) }),
  };
};
