import { expect, test } from 'vitest';
import { parseHubEvent, includesWord, includesText } from './hub-event.ts';
import { createPayloadValidator } from './payload-validator.ts';

const createCallback = (...args: unknown[]) => ({ target: 'ReceiveEvent', args, index: 0 });

test.each([
  ['a flat envelope', createCallback({ type: 'console.log', data: { text: 'x' } })],
  ['other names', createCallback({ Kind: 'console.log', Payload: { text: 'x' } })],
  ['two arguments', createCallback('console.log', { text: 'x' })],
])('an event is read from %s', (_, received) => {
  expect(parseHubEvent(received, {})).toMatchObject({ type: 'console.log', data: { text: 'x' } });
});

test('the outermost kind counts, and the paths of the manifest come first', () => {
  const nested = createCallback({ data: { about: 'console.log' }, type: 'node.done' });
  expect(parseHubEvent(nested, {})?.type).toBe('node.done');
  expect(parseHubEvent(nested, { 'event.type': 'data.about' })?.type).toBe('console.log');
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

test.each([
  ['a text within a text', 'over 1b2c3d4e/out', '1b2c3d4e', true],
  ['a text in another letter case', { graphId: 'ABCDEFGH' }, 'abcdefgh', true],
  ['a short text as a word', 'node n1 ran', 'n1', true],
  ['a short text within another', 'node n12 ran', 'n1', false],
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
