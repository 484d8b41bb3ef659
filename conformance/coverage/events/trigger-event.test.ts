import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { eventKinds, requirementsByKind } from '../../target/hub/event-catalog.ts';
import { eventRecipes } from './event-recipes.ts';
import { explainMissingRecipe, isEventOfSubject } from './trigger-event.ts';

test('every documented kind has a requirement that names it', () => {
  expect(eventKinds).toHaveLength(31);
  for (const [kind, id] of Object.entries(requirementsByKind)) {
    const text = requirements.find((row) => row.id === id)?.text;
    expect(text).toContain(kind.startsWith('animation.playback') ? 'animation.playback' : kind);
  }
});

test('every kind has a recipe or an audit of its own, or the requirements say what is still missing', () => {
  for (const kind of eventKinds.filter((one) => eventRecipes[one] === undefined)) {
    expect(explainMissingRecipe(kind)).toMatch(/^(still lacks|left to) \S/);
  }
  expect(explainMissingRecipe('light.flickered')).toBe('the description does not name it');
});

test('recipes are for documented kinds', () => {
  expect(Object.keys(eventRecipes).filter((kind) => !eventKinds.includes(kind))).toEqual([]);
});

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
