import { expect, test } from 'vitest';
import { isOwn } from './correlate.ts';

const event = (argument: unknown) => ({
  type: 'tween.completed',
  data: argument,
  args: [argument],
  index: 0,
});

test.each([
  ['names it', { data: { object: 'cube-1' } }, true],
  ['names it within a text, in other letters', { data: { text: 'the tween of CUBE-1 has ended' } }, true],
  ['names something with a longer name', { data: { object: 'cube-10' } }, false],
  ['names something whose name ends so', { data: { object: 'ice-cube-1' } }, false],
  ['names nothing', { data: {} }, false],
])('an event that %s', (_, argument, expected) => {
  expect(isOwn(event(argument), { about: ['cube-1', 'a.b'] })).toBe(expected);
});

test('what an act was about is no pattern', () => {
  expect(isOwn(event({ id: 'axb' }), { about: ['a.b'] })).toBe(false);
  expect(isOwn(event({ id: 'a.b' }), { about: ['a.b'] })).toBe(true);
});
