import { expect, it } from 'vitest';
import { createScene } from './composition-root.ts';

it('runs timers between the requests of a caller in the same thread that never pauses', async () => {
  const scene = await createScene({ fps: 1000 });
  const health = new Request('http://localhost/api/health');
  let isFired = false;
  setTimeout(() => {
    isFired = true;
  });
  for (let count = 0; count < 20_000 && !isFired; count += 1) await scene.fetch(health.clone());
  expect(isFired).toBe(true);
  await scene.close();
});
