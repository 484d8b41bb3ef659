import { expect, test } from 'vitest';
import { createEventLog, addUndocumentedKinds } from './event-log.ts';

const createCallback = (argument: unknown, index = 0) => ({
  target: 'ReceiveEvent',
  args: [argument],
  index,
});

test('an event of an undocumented kind is named after its own kind field', () => {
  const log = createEventLog({});
  log.add([
    createCallback({ meta: { kind: 'console.log' }, text: 'a' }),
    createCallback({ meta: { kind: 'light.flickered' } }),
    createCallback({ text: 'no kind' }),
    { target: 'ActionResponse', args: [{}], index: 3 },
  ]);
  expect(log.events.map(({ type }) => type)).toEqual(['console.log', undefined, undefined]);
  expect(addUndocumentedKinds(log.events).map(({ type }) => type)).toEqual([
    'console.log',
    'light.flickered',
    undefined,
  ]);
});

test('a log keeps the first events of each kind of a connection', () => {
  const log = createEventLog({});
  const events = Array.from({ length: 1_000 }, (_, index) =>
    createCallback({ type: 'node.done', index }, index),
  );
  log.add([...events, createCallback({ type: 'console.log' })]);
  log.add([createCallback({ type: 'node.done' })]);
  const keptCount = log.events.filter(({ type }) => type === 'node.done').length;
  expect(keptCount).toBeLessThan(1_000);
  expect(keptCount).toBeGreaterThan(100);
  expect(log.events.filter(({ type }) => type === 'console.log')).toHaveLength(1);
});
