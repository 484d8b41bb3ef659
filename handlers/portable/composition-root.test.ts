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

it('has no files for assets, and says so', async () => {
  const scene = await createScene();
  const headers = { 'X-API-Key': scene.token };
  for (const request of [
    new Request('http://localhost/api/assets/files', { headers }),
    new Request('http://localhost/api/assets/files/a.png', { headers, method: 'PUT', body: 'x' }),
  ]) {
    const response = await scene.fetch(request);
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('This host has no files for assets'),
    ]);
  }
  await scene.close();
});
