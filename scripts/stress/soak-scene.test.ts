import { expect, it } from 'vitest';
import { soakScene } from './soak-scene.ts';

it('keeps nothing of objects that are gone, nor of their bodies, tweens and sounds', {
  timeout: 60_000,
}, async () => {
  expect((await soakScene(1_000)).problems).toEqual([]);
});
