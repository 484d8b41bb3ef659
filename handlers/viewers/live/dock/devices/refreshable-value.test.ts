import { expect, it } from 'vitest';
import { createRefreshableValue } from './refreshable-value.ts';

/** Creates a value whose read requests the test answers. */
const createPendingValue = () => {
  const responses: {
    readonly resolve: (value: number) => void;
    readonly reject: (failure: Error) => void;
  }[] = [];
  const refreshable = createRefreshableValue(
    () =>
      new Promise<number>((resolve, reject) => {
        responses.push({ resolve, reject });
      }),
  );
  return { reading: refreshable, answers: responses };
};

it('reads once more for any number of requests during a read', async () => {
  const { reading: refreshable, answers: responses } = createPendingValue();
  const first = refreshable.refresh();
  void refreshable.refresh();
  void refreshable.refresh();
  responses[0]!.resolve(1);
  await expect.poll(() => responses.length).toBe(2);
  responses[1]!.resolve(2);
  await first;
  expect(responses).toHaveLength(2);
  expect(refreshable.value.value).toBe(2);
});

it('keeps the last value when a read fails, and says why', async () => {
  const { reading: refreshable, answers: responses } = createPendingValue();
  refreshable.set(7);
  const refreshed = refreshable.refresh();
  responses[0]!.reject(new Error('away'));
  await refreshed;
  expect([refreshable.value.value, refreshable.error.value]).toEqual([7, 'away']);
  const secondRefresh = refreshable.refresh();
  responses[1]!.resolve(8);
  await secondRefresh;
  expect([refreshable.value.value, refreshable.error.value]).toEqual([8, undefined]);
});
