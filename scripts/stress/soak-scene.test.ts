import { expect, it } from 'vitest';
import { soakScene } from './soak-scene.ts';

it('retains nothing of destroyed objects, or of their bodies, tweens and sounds', {
  timeout: 60_000,
}, async () => {
  expect((await soakScene(1_000)).problems).toEqual([]);
});
