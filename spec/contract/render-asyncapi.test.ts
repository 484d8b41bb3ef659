import { Parser } from '@asyncapi/parser';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it, test } from 'vitest';
import { events } from '../events.ts';
import { hub } from '../hub.ts';
import { renderAsyncApi } from './render-asyncapi.ts';
import type { EventSpec } from './message.ts';

const document = renderAsyncApi({ events, hub, version: '1.2.3' });
const { channels, components, operations, servers } = document;

/** Validates with the components of the document at hand. */
const validator = (payload: unknown) => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...(payload as object), components });
};

describe('the event catalog', () => {
  it('is a valid AsyncAPI 3.0.0 document', async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document));
    expect(diagnostics.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(parsed?.version()).toBe('3.0.0');
  });

  it('has every event kind in its channel, and every hub message in one of their own', () => {
    for (const [type, { channel }] of Object.entries<EventSpec>(events)) {
      expect(channels[channel]?.messages[type]).toEqual({ $ref: `#/components/messages/${type}` });
    }
    const ofChannels = Object.values(channels).flatMap(({ messages }) => Object.keys(messages));
    expect(ofChannels.toSorted()).toEqual(Object.keys(components.messages).toSorted());
  });

  it('addresses a channel by the pattern that subscribes to it', () => {
    expect(channels['graph.running']?.address).toBe('graph.running');
    expect(channels.tween?.address).toBe('tween.*');
  });

  test.each(Object.keys(events))('shows an example of %s that its schema accepts', (type) => {
    const { payload, examples } = components.messages[type]!;
    const validate = validator(payload);
    expect(validate(examples![0]!.payload), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...examples![0]!.payload, type: 'other' })).toBe(false);
    expect(validate({ ...examples![0]!.payload, data: undefined })).toBe(false);
  });

  it('describes hub methods by their arguments in order, and which of them need the token', () => {
    expect(operations.SendAction).toMatchObject({ action: 'receive', security: [{}, {}] });
    expect(operations.Subscribe).not.toHaveProperty('security');
    expect(operations.ActionResponse?.action).toBe('send');
    const { payload, 'x-arguments': names } = components.messages.SendActionBatch!;
    expect(names?.slice(0, 2)).toEqual(['commands', 'parallel']);
    const validate = validator(payload);
    expect(validate([[{ Action: 'log.console' }]])).toBe(true);
    expect(validate([[{ Action: 'log.console' }], true])).toBe(true);
    expect(validate([])).toBe(false);
    expect(validate([[{}]])).toBe(false);
  });

  it('describes callbacks by their argument', () => {
    const validate = validator(components.messages.ActionResponse!.payload);
    expect(validate({ requestId: 'r', action: 'log.console', success: true, status: 200 })).toBe(true);
    expect(validate({ action: 'log.console', success: true, status: 200 })).toBe(false);
  });

  it('names the server it is asked to name', () => {
    expect(servers.hub).toMatchObject({ host: 'localhost', protocol: 'ws', pathname: '/api/events' });
    const elsewhere = renderAsyncApi({
      events,
      hub,
      version: '1',
      eventsUrl: 'wss://scene.local:8443/api/events',
    });
    expect(elsewhere.servers.hub).toMatchObject({ host: 'scene.local:8443', protocol: 'wss' });
  });
});
