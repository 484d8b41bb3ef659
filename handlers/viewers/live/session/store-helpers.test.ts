import { expect, test } from 'vitest';
import { coalesceRuns } from './store-helpers.ts';

test('runs once more for all requests during a run, and resolves them all', async () => {
  const done: (() => void)[] = [];
  const run = coalesceRuns(() => new Promise((resolve) => done.push(resolve)));
  const resolved: string[] = [];
  const request = (name: string): Promise<unknown> => run().then(() => resolved.push(name));
  const all = [request('first'), request('second'), request('third')];
  expect(done).toHaveLength(1);
  done[0]?.();
  await all[0];
  expect(resolved).toEqual(['first']);
  expect(done).toHaveLength(2);
  done[1]?.();
  await Promise.all(all);
  expect(resolved).toEqual(['first', 'second', 'third']);
  void run();
  expect(done).toHaveLength(3);
});

test('rejects only the requests that a failed run was for', async () => {
  const failing: ((failure: Error) => void)[] = [];
  const run = coalesceRuns(() => new Promise((_, reject) => failing.push(reject)));
  const all = [run(), run()];
  failing[0]?.(new Error('first'));
  await expect(all[0]).rejects.toThrow('first');
  const later = run();
  expect(failing).toHaveLength(2);
  failing[1]?.(new Error('second'));
  await expect(all[1]).rejects.toThrow('second');
  failing[2]?.(new Error('third'));
  await expect(later).rejects.toThrow('third');
  void run().catch(() => {});
  expect(failing).toHaveLength(4);
});
