import { defaultEventsUrl } from '../address.ts';
import { hubProtocols } from '../hub.ts';
import { hubLimits } from '../hub-limits.ts';
import { describeHub } from './asyncapi-prose.ts';
import { mergeComponents } from './json-schema.ts';
import { eventCallback, eventHeaders, raisedChannels, renderEvent } from './render-event-channels.ts';
import {
  emptyCompletion,
  failedCompletion,
  renderHubMessages,
  resultCompletion,
} from './render-hub-messages.ts';
import type {
  AsyncApiChannel,
  AsyncApiDocument,
  AsyncApiOperation,
  AsyncApiServer,
  Reference,
  Tag,
} from './asyncapi.ts';
import type { EventSpec, HubMessageSpec } from './message.ts';
import type { RaisedChannel } from './render-event-channels.ts';
import type { Hub } from './render-hub-messages.ts';

export interface AsyncApiInput {
  readonly events: Readonly<Record<string, EventSpec>>;
  readonly hub: Hub;
  /** Version of the service. */
  readonly version: string;
  /** Where the hub answers; where it does by default when absent. */
  readonly eventsUrl?: string;
}

/** The channel of the hub methods, and of the callbacks and completions that answer them. */
const hubChannel = 'hub';

const securitySchemes = {
  accessToken: {
    type: 'httpApiKey',
    in: 'query',
    name: 'access_token',
    description: 'The API token; browsers cannot set headers on a WebSocket',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The API token' },
};

const channelBindings = {
  hub: {
    ws: {
      method: 'GET',
      query: {
        type: 'object',
        properties: {
          access_token: { type: 'string', description: securitySchemes.accessToken.description },
          id: {
            type: 'string',
            description: 'The connectionToken of POST /api/events/negotiate, for those who negotiate',
          },
        },
      },
      headers: {
        type: 'object',
        properties: {
          Authorization: {
            type: 'string',
            pattern: '^Bearer .+',
            description: securitySchemes.bearer.description,
          },
        },
      },
      bindingVersion: '0.1.0',
    },
  },
};

/** Renders the event catalog (description: 'Events') as an AsyncAPI 3.0.0 document: plain data, the same every time. */
export const renderAsyncApi = ({ events, hub, version, eventsUrl }: AsyncApiInput): AsyncApiDocument => {
  const calls = Object.fromEntries(Object.entries(hub).filter(([name]) => name !== eventCallback));
  const ofHub = renderHubMessages(calls);
  const rendered = [...Object.entries(events).map(([type, spec]) => renderEvent(type, spec)), ...ofHub];
  const raised = raisedChannels(events);
  const highVolume = Object.keys(events).filter((type) => events[type]!.highVolume);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Scene Runtime events',
      version,
      description: describeHub(highVolume),
      license: { name: 'MIT' },
      tags: [...new Set([...raised.map(({ name }) => tagOf(name)), hubChannel])].map((name) => ({ name })),
    },
    defaultContentType: 'application/json',
    servers: { hub: renderServer(eventsUrl ?? defaultEventsUrl) },
    channels: Object.fromEntries([
      ...raised.map((channel) => [channel.name, renderEventChannel(channel)] as const),
      [hubChannel, renderHubChannel(ofHub.map(({ message }) => message.name))] as const,
    ]),
    operations: Object.fromEntries([
      ...raised.map(
        (channel) => [`${eventCallback}.${channel.name}`, renderEventOperation(channel)] as const,
      ),
      ...Object.entries(calls).map(([name, spec]) => [name, renderHubOperation(name, spec)] as const),
    ]),
    components: {
      schemas: mergeComponents([eventHeaders, ...rendered.map((each) => each.components)]),
      messages: Object.fromEntries(rendered.map(({ message }) => [message.name, message])),
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

/** The same document of a service that answers elsewhere. */
export const servedAt = (document: AsyncApiDocument, eventsUrl: string): AsyncApiDocument => ({
  ...document,
  servers: { hub: renderServer(eventsUrl) },
});

const renderServer = (eventsUrl: string): AsyncApiServer => {
  const { host, pathname, protocol } = new URL(eventsUrl);
  return {
    host,
    pathname,
    protocol: protocol.replace(':', ''),
    title: 'The event hub',
    description: 'Takes connections from this machine, with or without the token',
    security: [],
    'x-hub-protocols': hubProtocols,
    'x-hub-limits': hubLimits,
  };
};

const tagOf = (channel: string): string => channel.split('.')[0]!;

const tags = (...names: readonly string[]): readonly Tag[] => names.map((name) => ({ name }));

const component = (section: string, name: string): Reference => ({ $ref: `#/components/${section}/${name}` });

/** What all channels have in common: they are one connection. */
const connection = {
  servers: [{ $ref: '#/servers/hub' }],
  bindings: component('channelBindings', 'hub'),
};

const messageReferences = (names: readonly string[]): Readonly<Record<string, Reference>> =>
  Object.fromEntries(names.map((name) => [name, component('messages', name)]));

const renderEventChannel = ({ name, pattern, kinds, summary }: RaisedChannel): AsyncApiChannel => ({
  address: pattern,
  title: name,
  summary,
  ...connection,
  tags: tags(tagOf(name)),
  messages: messageReferences(kinds),
});

const renderHubChannel = (names: readonly string[]): AsyncApiChannel => ({
  address: '/',
  title: 'Hub methods and their answers',
  summary: 'What a client calls, and how it is answered',
  ...connection,
  tags: tags(hubChannel),
  messages: messageReferences(names),
});

const channelReferences = (channel: string, messages: readonly string[]) => ({
  channel: { $ref: `#/channels/${channel}` },
  messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
});

const renderEventOperation = ({ name, kinds }: RaisedChannel): AsyncApiOperation => ({
  action: 'send',
  title: eventCallback,
  summary: `Brings the events of the channel ${name}`,
  tags: tags(tagOf(name)),
  ...channelReferences(name, kinds),
});

const renderHubOperation = (
  name: string,
  { direction, summary, gated, callbacks = [], result }: HubMessageSpec,
): AsyncApiOperation => {
  const isMethod = direction === 'client-to-server';
  const completions = [result ? resultCompletion(name) : emptyCompletion, failedCompletion];
  return {
    action: isMethod ? 'receive' : 'send',
    title: name,
    summary,
    ...(gated && {
      security: Object.keys(securitySchemes).map((scheme) => component('securitySchemes', scheme)),
    }),
    tags: tags(hubChannel),
    ...channelReferences(hubChannel, [name]),
    ...(isMethod && { reply: channelReferences(hubChannel, [...callbacks, ...completions]) }),
  };
};
