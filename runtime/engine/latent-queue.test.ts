import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLatentQueue, type PendingLatent } from './latent-queue.ts';

test('due entries come in order of (due tick, schedule order), whatever is cancelled meanwhile', () => {
  const act = fc.oneof(
    { weight: 8, arbitrary: fc.record({ add: fc.nat(2_000), times: fc.integer({ min: 1, max: 300 }) }) },
    { weight: 4, arbitrary: fc.record({ cancelEvery: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ until: fc.nat(2_000) }) },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const latents = createLatentQueue<number>();
      let waiting: PendingLatent<number>[] = [];
      const takeUntil = (tick: number) => {
        const due = waiting.filter((entry) => entry.due <= tick);
        waiting = waiting.filter((entry) => entry.due > tick);
        const expected = due.sort((a, b) => a.due - b.due || a.order - b.order);
        for (const entry of expected) expect(latents.takeDue(tick)?.entry).toBe(entry);
        expect(latents.takeDue(tick)).toBeUndefined();
      };
      for (const what of acts) {
        if ('until' in what) takeUntil(what.until);
        else if ('add' in what)
          for (let time = 0; time < what.times; time += 1)
            waiting.push(latents.add((what.add * (time + 1)) % 2_000, time));
        else {
          for (const [index, entry] of waiting.entries())
            if (index % what.cancelEvery === 0) entry.owner = undefined;
          waiting = waiting.filter(({ owner }) => owner !== undefined);
        }
      }
      takeUntil(2_000);
    }),
  );
});

test('an entry cancelled long before it is due is not retained until then', async () => {
  setFlagsFromString('--expose-gc');
  const latents = createLatentQueue<string>();
  const beginInVain = () => {
    const entry = latents.add(1_000_000, 'node');
    entry.owner = undefined;
    return new WeakRef(entry);
  };
  const first = beginInVain();
  for (let time = 0; time < 2_000; time += 1) beginInVain();
  // weak references keep their targets alive until the end of the current job
  await new Promise(setImmediate);
  runInNewContext('gc')();
  expect(first.deref()).toBeUndefined();
});
