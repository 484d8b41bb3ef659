import { expect, test } from 'vitest';
import { parseHubEvent, includesWord, includesText } from './hub-event.ts';
import { createPayloadValidator } from './event-catalog.ts';

const createCallback = (...args: unknown[]) => ({ target: 'ReceiveEvent', args, index: 0 });

test.each([
  ['a flat envelope', createCallback({ type: 'console.log', data: { text: 'x' } })],
  ['other names', createCallback({ Kind: 'console.log', Payload: { text: 'x' } })],
  ['two arguments', createCallback('console.log', { text: 'x' })],
  ['an envelope before the payload', createCallback({ what: 'console.log', n: 1 }, { text: 'x' })],
])('an event is read from %s', (_, received) => {
  expect(parseHubEvent(received, {})).toMatchObject({ type: 'console.log', data: { text: 'x' } });
});

test('the outermost kind counts, and the paths of the manifest come first', () => {
  const nested = createCallback({ data: { about: 'console.log' }, type: 'node.done' });
  expect(parseHubEvent(nested, {})?.type).toBe('node.done');
  expect(parseHubEvent(nested, { 'event.type': 'data.about' })?.type).toBe('console.log');
});

test('a path reads any argument of the callback', () => {
  const received = createCallback({ what: 'console.log' }, { detail: { text: 'x' } });
  expect(parseHubEvent(received, { 'event.data': 'args[1].detail' })?.data).toEqual({ text: 'x' });
});

test('a catalog checks payloads against its own schemas, whether they describe the envelope or its content', () => {
  const schemas = { Text: { type: 'string' } };
  const data = {
    type: 'object',
    required: ['text'],
    properties: { text: { $ref: '#/components/schemas/Text' } },
  };
  const validate = createPayloadValidator({
    channels: { console: { messages: { 'console.log': { payload: data } } } },
    components: { schemas },
  });
  const validatePayload = (payload: unknown) =>
    validate(parseHubEvent(createCallback({ type: 'console.log', data: payload }), {})!);
  expect(validatePayload({ text: 'x' })).toEqual({ fault: undefined });
  expect(validatePayload({ text: 7 })?.fault).toContain('text');
  expect(validate(parseHubEvent(createCallback({ type: 'node.done' }), {})!)).toBeUndefined();
});

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each([
  ['a UUID within a text', `over ${uuid}/out`, uuid, true],
  ['a UUID in another letter case', { graphId: uuid.toUpperCase() }, uuid, true],
  ['a text of the kit within a text', `said kit-${uuid}!`, `kit-${uuid}`, true],
  ['a name', { object: 'Hero copy' }, 'Hero copy', true],
  ['a name within a longer name', { object: 'Hero copy ~2' }, 'Hero copy', false],
  ['a name in another letter case', { object: 'hero copy' }, 'Hero copy', false],
  ['a number in an id field', { data: { nodeId: 12 } }, 12, true],
  ['a number in a list of ids', { ports: [11, 12] }, 12, true],
  ['a number that is a text elsewhere', { nodeId: 12 }, '12', true],
  ['a number that counts something', { tick: 12, data: { value: 12 } }, 12, false],
])('an event mentions %s: %j, %j', (_, args, text, expected) => {
  expect(includesText([args], text)).toBe(expected);
});

test('a name is not found within a longer one', () => {
  expect(includesWord(['cubes: cube-one.'], 'cube-one')).toBe(true);
  expect(includesWord(['cube-one-more'], 'cube-one')).toBe(false);
});
