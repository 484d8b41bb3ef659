import { expect, test } from 'vitest';
import { coalesceRuns } from './coalesce-runs.ts';

test('runs once more for all requests during a run, and resolves them all', async () => {
  const done: (() => void)[] = [];
  const look = coalesceRuns(() => new Promise((resolve) => done.push(resolve)));
  const answered: string[] = [];
  const ask = (who: string): Promise<unknown> => look().then(() => answered.push(who));
  const all = [ask('first'), ask('second'), ask('third')];
  expect(done).toHaveLength(1);
  done[0]?.();
  await all[0];
  expect(answered).toEqual(['first']);
  expect(done).toHaveLength(2);
  done[1]?.();
  await Promise.all(all);
  expect(answered).toEqual(['first', 'second', 'third']);
  void look();
  expect(done).toHaveLength(3);
});

test('rejects only the requests that a failed run was for', async () => {
  const failing: ((failure: Error) => void)[] = [];
  const look = coalesceRuns(() => new Promise((_, reject) => failing.push(reject)));
  const all = [look(), look()];
  failing[0]?.(new Error('first'));
  await expect(all[0]).rejects.toThrow('first');
  const later = look();
  expect(failing).toHaveLength(2);
  failing[1]?.(new Error('second'));
  await expect(all[1]).rejects.toThrow('second');
  failing[2]?.(new Error('third'));
  await expect(later).rejects.toThrow('third');
  void look().catch(() => {});
  expect(failing).toHaveLength(4);
});
