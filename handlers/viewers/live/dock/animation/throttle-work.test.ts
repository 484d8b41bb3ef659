import { expect, it } from 'vitest';
import { createThrottle } from './throttle-work.ts';

it('runs at once, and once more after a pause for all requests meanwhile', async () => {
  let done = 0;
  let endRest = (): void => {};
  const ask = createThrottle(
    async () => {
      done += 1;
    },
    () =>
      new Promise((resolve) => {
        endRest = resolve;
      }),
  );
  const turn = () => new Promise(setImmediate);
  ask();
  expect(done).toBe(1);
  await turn();
  for (let i = 0; i < 100; i += 1) ask();
  expect(done).toBe(1);
  endRest();
  await turn();
  expect(done).toBe(2);
  endRest();
  await turn();
  expect(done).toBe(2);
  ask();
  expect(done).toBe(3);
});
