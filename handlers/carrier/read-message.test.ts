import { expect, it } from 'vitest';
import { Batch, Question, RelayInterest, ServiceState } from './messages.ts';
import { readMessage } from './read-message.ts';

const garbage = [
  '',
  'garbage',
  'null',
  '[]',
  '{}',
  '7',
  '{"kind":"call"}',
  '{"kind":"action","action":7}',
  '{"first":"1"}',
  '{"streamId":"s","first":1,"count":1,"events":[null]}',
  '{"streamId":"s","first":1,"count":1,"events":[{"type":"console.log"}]}',
];

it.each(garbage)('nobody hears %s', (text) => {
  for (const schema of [Batch, Question, RelayInterest, ServiceState])
    expect(readMessage(schema, text)).toBeUndefined();
});
