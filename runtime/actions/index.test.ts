import { describe, expect, it } from 'vitest';
import { createStage } from './testing.ts';

describe('the action runner', () => {
  it('takes names in any letter case', () => {
    expect(createStage().act('TIME.Get')).toMatchObject({ tick: 0 });
    expect(createStage().act('scene.OBJECTS.getlayer', { object: 'main-light' })).toMatchObject({ index: 0 });
  });

  it.each(['tween.positon', 'tween', '', 'scene.toString', '__proto__'])('knows no action %j', (name) => {
    expect(createStage().failure(name).code).toBe('ACTION_NOT_FOUND');
  });

  it('names the nearest actions', () => {
    expect(createStage().failure('tween.positon').details).toHaveProperty('nearest.0', 'tween.position');
  });
});
