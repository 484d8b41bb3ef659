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
    fc.property(fc.array(act, { maxLength: 60 }), (operations) => {
      const queue = createLatentQueue<number>();
      let pending: PendingLatent<number>[] = [];
      const expectDueUntil = (tick: number) => {
        const dueEntries = pending.filter((entry) => entry.due <= tick);
        pending = pending.filter((entry) => entry.due > tick);
        const expected = dueEntries.sort((a, b) => a.due - b.due || a.order - b.order);
        for (const entry of expected) expect(queue.takeDue(tick)?.entry).toBe(entry);
        expect(queue.takeDue(tick)).toBeUndefined();
      };
      for (const operation of operations) {
        if ('until' in operation) expectDueUntil(operation.until);
        else if ('add' in operation)
          for (let time = 0; time < operation.times; time += 1)
            pending.push(queue.add((operation.add * (time + 1)) % 2_000, time));
        else {
          for (const [index, entry] of pending.entries())
            if (index % operation.cancelEvery === 0) entry.owner = undefined;
          pending = pending.filter(({ owner }) => owner !== undefined);
        }
      }
      expectDueUntil(2_000);
    }),
  );
});

test('an entry cancelled long before it is due is not retained until then', async () => {
  setFlagsFromString('--expose-gc');
  const queue = createLatentQueue<string>();
  const addAndCancel = () => {
    const entry = queue.add(1_000_000, 'node');
    entry.owner = undefined;
    return new WeakRef(entry);
  };
  const first = addAndCancel();
  for (let time = 0; time < 2_000; time += 1) addAndCancel();
  // weak references keep their targets alive until the end of the current job
  await new Promise(setImmediate);
  runInNewContext('gc')();
  expect(first.deref()).toBeUndefined();
});
