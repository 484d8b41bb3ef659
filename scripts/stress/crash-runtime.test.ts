import { expect, it } from 'vitest';
import { crashRuntime } from './crash-runtime.ts';

it('a runtime that is killed under load leaves no command unanswered and no wrong state behind', async () => {
  const { problems, statuses } = await crashRuntime({ times: 4, seed: 5 });
  expect(problems).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(100);
}, 120_000);
