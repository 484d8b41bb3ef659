import { expect, test } from 'vitest';
import { getFilterFields, listEventKinds, findPayloadPath } from './event-catalog.ts';

const createPayload = (kind: string) => ({ type: 'object', properties: { type: { const: kind } } });

test('the kinds of a catalog are found wherever they occur, in the order of the description', () => {
  const document = {
    channels: {
      tween: {
        address: 'tween.*',
        messages: {
          ended: { payload: { properties: { type: { enum: ['tween.completed', 'tween.cancelled'] } } } },
        },
      },
      'graph.running': { messages: { started: { payload: {} } } },
    },
    components: {
      messages: { 'console.log': {}, 'light.flickered': { name: 'light.flickered' }, Subscribe: {} },
    },
  };
  expect(listEventKinds(document)).toEqual([
    'graph.running',
    'console.log',
    'tween.completed',
    'tween.cancelled',
    'light.flickered',
  ]);
  expect(listEventKinds('channels:\n  console.log:\n    address: console.log\n')).toEqual(['console.log']);
  expect(listEventKinds(undefined)).toEqual([]);
});

test.each([
  [
    'its key',
    { components: { messages: { 'node.done': { payload: {} } } } },
    ['components', 'messages', 'node.done'],
  ],
  [
    'its name',
    { components: { messages: { a: { name: 'node.done', payload: {} } } } },
    ['components', 'messages', 'a'],
  ],
  [
    'a constant of its payload',
    { components: { messages: { a: { payload: createPayload('node.done') } } } },
    ['components', 'messages', 'a'],
  ],
  [
    'the channel that it is alone in',
    {
      channels: { done: { address: 'node.done', messages: { a: { $ref: '#/components/messages/b~1c' } } } },
      components: { messages: { 'b/c': { payload: {} } } },
    },
    ['components', 'messages', 'b/c'],
  ],
])('the payload of a kind is found by %s', (_, document, expected) => {
  expect(findPayloadPath(document, 'node.done')).toEqual([...expected, 'payload']);
  expect(findPayloadPath(document, 'node.executing')).toBeUndefined();
});

test('a message named after the kind comes before one that only mentions it', () => {
  const document = {
    components: { messages: { last: { payload: createPayload('node.done') }, 'node.done': { payload: {} } } },
  };
  expect(findPayloadPath(document, 'node.done')).toEqual(['components', 'messages', 'node.done', 'payload']);
});

test('a payload in a separate schema format is found', () => {
  const document = {
    components: { messages: { 'node.done': { payload: { schemaFormat: 'x', schema: {} } } } },
  };
  expect(findPayloadPath(document, 'node.done')?.slice(-2)).toEqual(['payload', 'schema']);
});

test('a recursive reference is ignored', () => {
  const document = { components: { messages: { a: { $ref: '#/components/messages/a' } } } };
  expect(listEventKinds(document)).toEqual([]);
});

test('filter fields are read from the catalog', () => {
  const document = {
    components: { messages: { 'node.done': { 'x-filter-fields': ['object'] }, 'node.executing': {} } },
  };
  expect(getFilterFields(document, 'node.done')).toEqual(['object']);
  expect(getFilterFields(document, 'node.executing')).toEqual([]);
});
