import { expect, it } from 'vitest';
import { createThrottle } from './throttle-work.ts';

it('runs at once, and once more after a pause for all requests meanwhile', async () => {
  let done = 0;
  let endPause = (): void => {};
  const trigger = createThrottle(
    async () => {
      done += 1;
    },
    () =>
      new Promise((resolve) => {
        endPause = resolve;
      }),
  );
  const nextTurn = () => new Promise(setImmediate);
  trigger();
  expect(done).toBe(1);
  await nextTurn();
  for (let i = 0; i < 100; i += 1) trigger();
  expect(done).toBe(1);
  endPause();
  await nextTurn();
  expect(done).toBe(2);
  endPause();
  await nextTurn();
  expect(done).toBe(2);
  trigger();
  expect(done).toBe(3);
});
