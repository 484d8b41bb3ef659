import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { eventChannels } from '../event-channels.ts';
import { EventEnvelope, events } from '../events.ts';
import { hub } from '../hub.ts';
import { renderAsyncApi, withEventsUrl } from './render-asyncapi.ts';
import { lintDocument } from './testing-lint-document.ts';
import type { AsyncApiMessage } from './asyncapi-types.ts';
import type { EventKind } from '../event-channels.ts';
import type { JsonSchema } from './json-schema.ts';
import { defineEvent, type EventSpec } from './event-and-message-spec.ts';

const document = renderAsyncApi({ events, hub, version: '1.2.3' });
const { channels, components, operations, servers } = document;
const { messages, schemas } = components;

/** Creates a validator that resolves references to a document's components. */
const createValidator = (schema: unknown, { components: schemaComponents } = document) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...(schema as object), components: schemaComponents });
};

/** Returns the schema itself or, for a reference, the component that it refers to. */
const resolveReference = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string' ? schemas[schema.$ref.replace('#/components/schemas/', '')]! : schema;

/** The 18 channels and 31 event kinds that the service description lists. */
const singleKindChannels = [
  ...['graph.running', 'graph.stopped', 'node.executing', 'node.done', 'ports.updated', 'variable.changed'],
  ...[
    'variable.deleted',
    'console.log',
    'webhook.received',
    'streaming.event',
    'midi.input',
    'camera.changed',
  ],
];
const multiKindChannels = ['tween', 'process', 'animation.playback', 'project', 'scene', 'runtime'];

describe('the channels', () => {
  it('are 12 with one kind and 6 families, with 31 kinds in total', () => {
    expect(eventChannels.map(({ name }) => name)).toEqual([...singleKindChannels, ...multiKindChannels]);
    expect(eventChannels.flatMap(({ kinds }) => kinds)).toHaveLength(31);
    for (const { name, kinds } of eventChannels) {
      if (singleKindChannels.includes(name)) expect(kinds).toEqual([name]);
      else for (const kind of kinds) expect(kind.startsWith(`${name}.`)).toBe(true);
    }
  });

  it('are those with events, plus the hub', () => {
    const raisedChannels = eventChannels.filter(({ kinds }) => kinds.some((kind) => kind in events));
    expect(Object.keys(channels)).toEqual([...raisedChannels.map(({ name }) => name), 'hub']);
    for (const { name, kinds, pattern } of raisedChannels) {
      expect(channels[name]?.address).toBe(pattern);
      expect(Object.keys(channels[name]!.messages)).toEqual(kinds.filter((kind) => kind in events));
    }
  });

  it('contain every message once, and describe how to connect', () => {
    const messageNames = Object.values(channels).flatMap((channel) => Object.keys(channel.messages));
    expect(messageNames.toSorted()).toEqual(Object.keys(messages).toSorted());
    for (const channel of Object.values(channels)) {
      expect(channel.bindings).toEqual({ $ref: '#/components/channelBindings/hub' });
      expect(channel.servers).toEqual([{ $ref: '#/servers/hub' }]);
    }
    expect(components.channelBindings.hub).toMatchObject({
      ws: { method: 'GET', query: { properties: { access_token: {}, id: {} } } },
    });
  });
});

describe('the event catalog', () => {
  it('is a valid AsyncAPI 3.0.0 document without warnings', async () => {
    expect(document.asyncapi).toBe('3.0.0');
    expect(await lintDocument(document)).toEqual([]);
  });

  it('shows what each message carries, and where, with an example that its schemas accept', () => {
    for (const [name, message] of Object.entries<AsyncApiMessage>(messages)) {
      const { headers, payload, examples } = message;
      expect(examples.length, name).toBeGreaterThan(0);
      expect(payload === undefined, name).toBe(message['x-hub-field'] === undefined);
      const accepts = { headers: createValidator(headers), payload: createValidator(payload ?? false) };
      for (const example of examples) {
        for (const part of ['headers', 'payload'] as const) {
          if (!(part in example)) continue;
          expect(accepts[part](example[part]), `${name}: ${example.name} ${part}`).toBe(true);
        }
      }
    }
  });

  it('gives examples of one message different names', () => {
    for (const { examples } of Object.values(messages)) {
      expect(new Set(examples.map(({ name }) => name)).size).toBe(examples.length);
    }
  });

  it('names every payload, record and enumeration, so that generated classes have names', () => {
    const unnamed: JsonSchema[] = [];
    const collect = (schema: JsonSchema, isNamed: boolean): void => {
      const { type, properties, enum: values, items, allOf, anyOf } = schema;
      if (!isNamed && (properties !== undefined || (type === 'string' && values !== undefined)))
        unnamed.push(schema);
      for (const part of Object.values((properties ?? {}) as Record<string, JsonSchema>))
        collect(part, false);
      for (const part of [items ?? []].flat() as JsonSchema[]) collect(part, false);
      for (const part of [allOf ?? anyOf ?? []].flat() as JsonSchema[]) collect(part, isNamed);
    };
    for (const [name, { payload }] of Object.entries(messages)) {
      if (payload) expect(payload, name).toEqual({ $ref: expect.stringContaining('#/components/schemas/') });
    }
    for (const schema of Object.values(schemas)) collect(schema, true);
    expect(unnamed).toEqual([]);
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(messages['node.done']!.payload).toEqual(reference('NodeDoneEvent'));
    expect(getEventExtension('node.done').properties.data).toEqual(reference('NodeDoneEventData'));
    expect(messages['streaming.event']!.payload).toEqual(reference('StreamingEvent'));
    expect(messages.SubscribeFiltered!.payload).toEqual(reference('SubscribeFilteredArguments'));
    expect(messages.ActionResponse!.payload).toEqual(reference('ActionResponse'));
  });

  it('describes every field of the envelope, and requires only those that every event has', () => {
    const { properties, required } = schemas.EventEnvelope as {
      properties: Record<string, JsonSchema>;
      required: string[];
    };
    for (const [field, schema] of Object.entries(properties))
      expect(resolveReference(schema).description, field).toBeTruthy();
    expect(required).toEqual(['type', 'id', 'streamId', 'seq', 'tick', 'time', 'data']);
    const commonFields = ['gap', 'replay', ...required];
    const ownFields = Object.keys(messages)
      .filter((name) => name in events)
      .flatMap((type) => Object.entries(getEventExtension(type).properties));
    for (const [field, schema] of ownFields) {
      if (!commonFields.includes(field)) expect(resolveReference(schema).description, field).toBeTruthy();
    }
    expect(Object.keys(EventEnvelope.shape).toSorted()).toEqual(
      [...commonFields, 'graphId', 'nodeId', 'object', 'group', 'clip', 'coalesced'].toSorted(),
    );
  });

  test.each(Object.entries<EventSpec>(events))(
    'describes the subject of %s',
    (type, { subject = [], highVolume }) => {
      const { properties, required } = getEventExtension(type);
      expect(Object.keys(properties).toSorted()).toEqual(
        ['type', 'data', ...subject, ...(highVolume ? ['coalesced'] : [])].toSorted(),
      );
      expect(required).toContain('type');
      const validate = createValidator(messages[type]!.payload);
      const example = messages[type]!.examples[0]!.payload as object;
      expect(validate({ ...example, type: 'other' })).toBe(false);
      expect(validate({ ...example, data: undefined })).toBe(false);
      expect(validate({ ...example, seq: undefined })).toBe(false);
    },
  );

  it('requires the subject of an event if its data does', () => {
    expect(getEventExtension('graph.running').required).toContain('graphId');
    expect(getEventExtension('node.executing').required).toContain('nodeId');
    expect(getEventExtension('console.log').required).not.toContain('graphId');
  });
});

/** Returns the schema of what an event kind adds to the envelope. */
const getEventExtension = (type: string) => {
  const [frame, typeSchema] = resolveReference(messages[type]!.payload!).allOf as [
    JsonSchema,
    { properties: Record<string, JsonSchema>; required: string[] },
  ];
  expect(frame).toEqual({ $ref: '#/components/schemas/EventEnvelope' });
  return typeSchema;
};

describe('a hub method', () => {
  const repliesTo = (method: string) =>
    operations[method]?.reply?.messages.map(({ $ref }) => $ref.replace('#/channels/hub/messages/', ''));

  it('is received, and answered by callbacks and one of two completions', () => {
    expect(operations.SendAction?.action).toBe('receive');
    expect(operations.ActionResponse?.action).toBe('send');
    expect(repliesTo('Subscribe')).toEqual(['SubscribeCompletion', 'CompletionError']);
    expect(repliesTo('Unsubscribe')).toEqual(['Completion', 'CompletionError']);
    expect(repliesTo('Resume')).toEqual(['ResumeCompletion', 'CompletionError']);
    expect(repliesTo('SendAction')).toEqual(['ActionResponse', 'Completion', 'CompletionError']);
    expect(repliesTo('SendActionBatch')).toEqual([
      ...['ActionResponse', 'BatchActionResponse', 'Completion', 'CompletionError'],
    ]);
    expect(repliesTo('ActionResponse')).toBeUndefined();
  });

  it('declares whether it needs the token, while connecting does not', () => {
    expect(operations.SendAction).toMatchObject({ security: [{}, {}] });
    expect(operations.SendActionBatch).toMatchObject({ security: [{}, {}] });
    expect(operations.Subscribe?.security).toEqual([{ $ref: '#/components/securitySchemes/connection' }]);
    expect(servers.hub?.security).toEqual([]);
  });

  it('is paired with its responses by an id that the examples repeat', () => {
    for (const { name, correlationId, examples } of Object.values(messages)) {
      const location = correlationId && 'location' in correlationId ? correlationId.location : undefined;
      if (location === undefined) continue;
      const [, ...path] = location.replace('$message.payload#', '').split('/');
      const getId = (value: unknown) =>
        path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
      expect(
        examples.some(({ payload }) => typeof getId(payload) === 'string'),
        name,
      ).toBe(true);
    }
    expect(messages.Subscribe?.correlationId).toEqual(messages.Completion?.correlationId);
  });

  it('shows its arguments in order', () => {
    const { payload, 'x-arguments': names } = messages.SendActionBatch!;
    expect(names).toEqual(['commands', 'parallel', 'requestId']);
    const validate = createValidator(payload);
    expect(validate([[{ Action: 'log.console' }]])).toBe(true);
    expect(validate([[{ Action: 'log.console' }], true])).toBe(true);
    expect(validate([])).toBe(false);
    expect(validate([[{}]])).toBe(false);
    expect(createValidator(messages.Subscribe!.payload)([['graph.*', '**']])).toBe(true);
    expect(createValidator(messages.Subscribe!.payload)([['graph..running']])).toBe(false);
  });
});

describe('a callback', () => {
  it('shows its argument', () => {
    const validate = createValidator(messages.ActionResponse!.payload);
    expect(validate({ requestId: 'r', action: 'log.console', success: true, status: 200 })).toBe(true);
    expect(validate({ action: 'log.console', success: true, status: 200 })).toBe(false);
  });

  it('has an example of failure too', () => {
    const failed = messages.ActionResponse!.examples.map(({ payload }) => payload as { success: boolean });
    expect(new Set(failed.map(({ success }) => success))).toEqual(new Set([true, false]));
  });
});

it('names the given server, and needs no changes', () => {
  expect(servers.hub).toMatchObject({ host: '127.0.0.1:7180', protocol: 'ws', pathname: '/api/events' });
  const eventsUrl = 'wss://scene.local:8443/api/events';
  const otherDocument = renderAsyncApi({ events, hub, version: '1.2.3', eventsUrl });
  expect(otherDocument.servers.hub).toMatchObject({ host: 'scene.local:8443', protocol: 'wss' });
  expect(withEventsUrl(document, eventsUrl)).toEqual(otherDocument);
});

it('leaves out a channel without events', () => {
  const { 'tween.completed': completed } = events;
  const reduced = renderAsyncApi({ events: { 'tween.completed': completed }, hub: {}, version: '1' });
  expect(Object.keys(reduced.channels)).toEqual(['tween', 'hub']);
  expect(Object.keys(reduced.channels.tween!.messages)).toEqual(['tween.completed']);
});

it('places the example of a later kind at the end of the stream', () => {
  const later = defineEvent({
    summary: 'A scene is shown',
    data: () => z.object({ clip: z.string() }),
    subject: ['clip'],
    example: { clip: 'Wave' },
  });
  const changed = renderAsyncApi({ events: { ...events, 'scene.activated': later }, hub, version: '1' });
  const { messages: two } = changed.components;
  const seqs = Object.values(two).flatMap(({ examples }) =>
    examples.map(({ payload }) => (payload as { seq?: number } | undefined)?.seq ?? 0),
  );
  const { payload } = two['scene.activated']!.examples[0]!;
  expect(payload).toMatchObject({ seq: Math.max(...seqs), clip: 'Wave', data: { clip: 'Wave' } });
  expect(createValidator(two['scene.activated']!.payload, changed)(payload)).toBe(true);
});

it('rejects a kind whose data lacks its subject, or whose example does not match its data', () => {
  const door = { summary: 'A door opened', data: () => z.object({ object: z.string() }) };
  // @ts-expect-error there is no clip in the data
  defineEvent({ ...door, subject: ['clip'], example: { object: 'door' } });
  // @ts-expect-error the object is missing
  defineEvent({ ...door, subject: ['object'], example: {} });
  expect(defineEvent({ ...door, subject: ['object'], example: { object: 'door' } }).subject).toEqual([
    'object',
  ]);
});

it('rejects a kind that the description does not list', () => {
  const spec = { summary: 'A door opened', data: z.object({}), example: {} };
  // @ts-expect-error the kinds are a closed list
  const kinds = { 'door.opened': spec } satisfies Partial<Record<EventKind, EventSpec>>;
  expect(() => renderAsyncApi({ events: kinds, hub, version: '1' })).toThrow(
    "No channel lists the event kind 'door.opened'",
  );
});
