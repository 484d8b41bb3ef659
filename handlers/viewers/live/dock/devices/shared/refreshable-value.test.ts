import { expect, it } from 'vitest';
import { createRefreshableValue } from './refreshable-value.ts';

/** Creates a read whose responses the test controls. */
const createPendingValue = () => {
  const answers: { readonly resolve: (told: number) => void; readonly reject: (failure: Error) => void }[] =
    [];
  const reading = createRefreshableValue(
    () =>
      new Promise<number>((resolve, reject) => {
        answers.push({ resolve, reject });
      }),
  );
  return { reading, answers };
};

it('reads once more for any number of requests during a read', async () => {
  const { reading, answers } = createPendingValue();
  const first = reading.refresh();
  void reading.refresh();
  void reading.refresh();
  answers[0]!.resolve(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!.resolve(2);
  await first;
  expect(answers).toHaveLength(2);
  expect(reading.value.value).toBe(2);
});

it('keeps the last value when a read fails, and says why', async () => {
  const { reading, answers } = createPendingValue();
  reading.set(7);
  const reads = reading.refresh();
  answers[0]!.reject(new Error('away'));
  await reads;
  expect([reading.value.value, reading.error.value]).toEqual([7, 'away']);
  const again = reading.refresh();
  answers[1]!.resolve(8);
  await again;
  expect([reading.value.value, reading.error.value]).toEqual([8, undefined]);
});
