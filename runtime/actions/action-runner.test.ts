import { describe, expect, it } from 'vitest';
import { createActionTestRuntime } from './testing-actions.ts';

describe('the action runner', () => {
  it('accepts names in any letter case', () => {
    expect(createActionTestRuntime().act('TIME.Get')).toMatchObject({ tick: 0 });
    expect(createActionTestRuntime().act('scene.OBJECTS.getlayer', { object: 'main-light' })).toMatchObject({
      index: 0,
    });
  });

  it.each(['tween.positon', 'tween', '', 'scene.toString', '__proto__'])('finds no action %j', (name) => {
    expect(createActionTestRuntime().failure(name).code).toBe('ACTION_NOT_FOUND');
  });

  it('suggests similar actions', () => {
    expect(createActionTestRuntime().failure('tween.positon').details).toHaveProperty(
      'nearest.0',
      'tween.position',
    );
  });
});
