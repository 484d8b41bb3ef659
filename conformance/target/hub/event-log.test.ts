import { expect, test } from 'vitest';
import { createEventLog, withForeignKinds } from './event-log.ts';

const callback = (argument: unknown, index = 0) => ({ target: 'ReceiveEvent', args: [argument], index });

test('an event of a kind that the description does not name is called what it calls itself', () => {
  const log = createEventLog({});
  log.hear([
    callback({ meta: { kind: 'console.log' }, text: 'a' }),
    callback({ meta: { kind: 'light.flickered' } }),
    callback({ text: 'no kind' }),
    { target: 'ActionResponse', args: [{}], index: 3 },
  ]);
  expect(log.heard.map(({ type }) => type)).toEqual(['console.log', undefined, undefined]);
  expect(withForeignKinds(log.heard).map(({ type }) => type)).toEqual([
    'console.log',
    'light.flickered',
    undefined,
  ]);
});

test('a log keeps the first events of each kind of a connection', () => {
  const log = createEventLog({});
  const many = Array.from({ length: 1_000 }, (_, index) => callback({ type: 'node.done', index }, index));
  log.hear([...many, callback({ type: 'console.log' })]);
  log.hear([callback({ type: 'node.done' })]);
  const kept = log.heard.filter(({ type }) => type === 'node.done').length;
  expect(kept).toBeLessThan(1_000);
  expect(kept).toBeGreaterThan(100);
  expect(log.heard.filter(({ type }) => type === 'console.log')).toHaveLength(1);
});
