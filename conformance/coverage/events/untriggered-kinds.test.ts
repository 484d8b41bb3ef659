import { expect, test } from 'vitest';
import { eventKinds, requirementsByKind } from '../../target/hub/event-kinds.ts';
import { requirements } from '../../requirements/index.ts';
import { explainMissingRecipe } from './untriggered-kinds.ts';
import { eventRecipes } from './event-recipes.ts';

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
