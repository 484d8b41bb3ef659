import { expect, it } from 'vitest';
import {
  EventBatch,
  parseRelayMessage,
  RelayInterest,
  RelayRequest,
  ServiceState,
} from './relay-messages.ts';

const malformedMessages = [
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

it.each(malformedMessages)('ignores %s', (text) => {
  for (const schema of [EventBatch, RelayRequest, RelayInterest, ServiceState])
    expect(parseRelayMessage(schema, text)).toBeUndefined();
});
