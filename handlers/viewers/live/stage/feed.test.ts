import { expect, test } from 'vitest';
import { createSpanWriter } from '#runtime/scene/changes/span-writer.ts';
import { createFeed } from './feed.ts';
import { createSteppedClock } from './testing-clock.ts';

/** A feed whose time is stepped, and a service that answers at once. */
const createStepped = () => {
  const { clock, pass: step } = createSteppedClock();
  const asked: { readonly at: number; readonly since: number | undefined }[] = [];
  const service = { isAway: false, moves: true, isOdd: false };
  const feed = createFeed({
    ask: async (since) => {
      asked.push({ at: clock.now(), since });
      if (service.isAway) throw new Error('away');
      return createSpanWriter().finish({ mark: asked.length });
    },
    take: () => {
      if (service.isOdd) throw new Error('odd');
      return service.moves;
    },
    clock,
  });
  /** Lets time pass. @returns how often was asked meanwhile */
  const pass = async (ms: number): Promise<number> => {
    const before = asked.length;
    await step(ms);
    return asked.length - before;
  };
  return { feed, service, asked, pass };
};

test('it asks 30 times a second what has changed since the last answer, while somebody looks', async () => {
  const { feed, asked, pass } = createStepped();
  expect(await pass(1000)).toBe(0);
  feed.watch(true);
  await pass(999);
  expect(asked).toHaveLength(30);
  expect(asked.slice(0, 3).map(({ since }) => since)).toEqual([undefined, 1, 2]);
  feed.watch(false);
  expect(await pass(1000)).toBe(0);
  feed.watch(true);
  await pass(0);
  expect(asked.at(-1)?.since).toBe(30);
});

test('it asks less of a scene that stands still, until something is about to change', async () => {
  const { feed, service, pass } = createStepped();
  service.moves = false;
  feed.watch(true);
  await pass(1000);
  expect(await pass(1000)).toBe(8);
  feed.hurry();
  expect(await pass(500)).toBe(14);
});

test('it leaves a service that is away ever longer alone, and says why nothing comes', async () => {
  const { feed, service, asked, pass } = createStepped();
  service.isAway = true;
  feed.watch(true);
  await pass(10_000);
  expect(asked.map(({ at }) => at)).toEqual([0, 250, 1250, 3250, 8250]);
  expect(String(feed.trouble.value)).toBe('Error: away');
  service.isAway = false;
  await pass(5000);
  expect(feed.trouble.value).toBeUndefined();
});

test('what could not be taken over is told as a whole', async () => {
  const { feed, service, asked, pass } = createStepped();
  feed.watch(true);
  await pass(100);
  service.isOdd = true;
  await pass(40);
  service.isOdd = false;
  await pass(250);
  expect(asked.slice(-9).map(({ since }) => since)).toContain(undefined);
  expect(feed.trouble.value).toBeUndefined();
});
