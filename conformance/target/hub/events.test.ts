import { expect, test } from 'vitest';
import { eventOf, names, speaksOf } from './events.ts';
import { createCatalogJudge } from './payload-schemas.ts';

const callback = (...args: unknown[]) => ({ target: 'ReceiveEvent', args, index: 0 });

test.each([
  ['a flat envelope', callback({ type: 'console.log', data: { text: 'x' } })],
  ['other names', callback({ Kind: 'console.log', Payload: { text: 'x' } })],
  ['two arguments', callback('console.log', { text: 'x' })],
])('an event is read from %s', (_, received) => {
  expect(eventOf(received, {})).toMatchObject({ type: 'console.log', data: { text: 'x' } });
});

test('the outermost kind counts, and the paths of the manifest come first', () => {
  const nested = callback({ data: { about: 'console.log' }, type: 'node.done' });
  expect(eventOf(nested, {})?.type).toBe('node.done');
  expect(eventOf(nested, { 'event.type': 'data.about' })?.type).toBe('console.log');
});

test('a catalog judges payloads by its own schemas, whether they describe the envelope or what is in it', () => {
  const schemas = { Text: { type: 'string' } };
  const data = {
    type: 'object',
    required: ['text'],
    properties: { text: { $ref: '#/components/schemas/Text' } },
  };
  const judge = createCatalogJudge({
    channels: { console: { messages: { 'console.log': { payload: data } } } },
    components: { schemas },
  });
  const verdictOn = (payload: unknown) =>
    judge(eventOf(callback({ type: 'console.log', data: payload }), {})!);
  expect(verdictOn({ text: 'x' })).toEqual({ fault: undefined });
  expect(verdictOn({ text: 7 })?.fault).toContain('text');
  expect(judge(eventOf(callback({ type: 'node.done' }), {})!)).toBeUndefined();
});

test.each([
  ['a text within a text', 'over 1b2c3d4e/out', '1b2c3d4e', true],
  ['a text in another letter case', { graphId: 'ABCDEFGH' }, 'abcdefgh', true],
  ['a short text as a word', 'node n1 ran', 'n1', true],
  ['a short text within another', 'node n12 ran', 'n1', false],
  ['a number where an id stands', { data: { nodeId: 12 } }, 12, true],
  ['a number in a list of ids', { ports: [11, 12] }, 12, true],
  ['a number that is a text elsewhere', { nodeId: 12 }, '12', true],
  ['a number that counts something', { tick: 12, data: { value: 12 } }, 12, false],
])('an event speaks of %s: %j, %j', (_, args, about, expected) => {
  expect(speaksOf([args], about)).toBe(expected);
});

test('a name is no part of a longer one', () => {
  expect(names(['cubes: cube-one.'], 'cube-one')).toBe(true);
  expect(names(['cube-one-more'], 'cube-one')).toBe(false);
});
