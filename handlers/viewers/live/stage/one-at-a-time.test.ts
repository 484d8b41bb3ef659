import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('work that is asked for while it is under way is done once more, and that answers all who asked', async () => {
  const done: (() => void)[] = [];
  const look = oneAtATime(() => new Promise((resolve) => done.push(resolve)));
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
