import { expect, test } from 'vitest';
import { isEventOfSubject } from './correlate-event.ts';

const createEvent = (argument: unknown) => ({
  type: 'tween.completed',
  data: argument,
  args: [argument],
  index: 0,
});

test.each([
  ['names it', { data: { object: 'cube-1' } }, true],
  ['names it within a text', { data: { text: 'the tween of cube-1 has ended' } }, false],
  ['names something with a longer name', { data: { object: 'cube-10' } }, false],
  ['names something whose name ends so', { data: { object: 'ice-cube-1' } }, false],
  ['names nothing', { data: {} }, false],
])('an event that %s', (_, argument, expected) => {
  expect(isEventOfSubject(createEvent(argument), { subjects: ['cube-1', 'a.b'] })).toBe(expected);
});

test('a subject is not read as a pattern', () => {
  expect(isEventOfSubject(createEvent({ id: 'axb' }), { subjects: ['a.b'] })).toBe(false);
  expect(isEventOfSubject(createEvent({ id: 'a.b' }), { subjects: ['a.b'] })).toBe(true);
});
