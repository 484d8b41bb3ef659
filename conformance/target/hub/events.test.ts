import { expect, test } from 'vitest';
import { eventOf } from './events.ts';
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
