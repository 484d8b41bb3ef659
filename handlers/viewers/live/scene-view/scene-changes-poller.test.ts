import { expect, test } from 'vitest';
import { createSpanWriter } from '#runtime/scene/changes/span-writer.ts';
import { createScenePoller } from './scene-changes-poller.ts';
import { createSteppedClock } from './testing-stepped-clock.ts';

/** A feed whose time is stepped, and a service that answers at once. */
const createSteppedPoller = () => {
  const { clock, pass: step } = createSteppedClock();
  const asked: { readonly at: number; readonly since: number | undefined }[] = [];
  const service = { isAway: false, moves: true, isOdd: false };
  const feed = createScenePoller({
    requestChanges: async (since) => {
      asked.push({ at: clock.now(), since });
      if (service.isAway) throw new Error('away');
      return createSpanWriter().finish({ mark: asked.length });
    },
    applyChanges: () => {
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
  const { feed, asked, pass } = createSteppedPoller();
  expect(await pass(1000)).toBe(0);
  feed.setVisible(true);
  await pass(999);
  expect(asked).toHaveLength(30);
  expect(asked.slice(0, 3).map(({ since }) => since)).toEqual([undefined, 1, 2]);
  feed.setVisible(false);
  expect(await pass(1000)).toBe(0);
  feed.setVisible(true);
  await pass(0);
  expect(asked.at(-1)?.since).toBe(30);
});

test('it asks less of a scene that stands still, until something is about to change', async () => {
  const { feed, service, pass } = createSteppedPoller();
  service.moves = false;
  feed.setVisible(true);
  await pass(1000);
  expect(await pass(1000)).toBe(8);
  feed.pollSoon();
  expect(await pass(500)).toBe(14);
});

test('it leaves a service that is away ever longer alone, and says why nothing comes', async () => {
  const { feed, service, asked, pass } = createSteppedPoller();
  service.isAway = true;
  feed.setVisible(true);
  await pass(10_000);
  expect(asked.map(({ at }) => at)).toEqual([0, 250, 1250, 3250, 8250]);
  expect(String(feed.error.value)).toBe('Error: away');
  service.isAway = false;
  await pass(5000);
  expect(feed.error.value).toBeUndefined();
});

test('what could not be taken over is told as a whole', async () => {
  const { feed, service, asked, pass } = createSteppedPoller();
  feed.setVisible(true);
  await pass(100);
  service.isOdd = true;
  await pass(40);
  service.isOdd = false;
  await pass(250);
  expect(asked.slice(-9).map(({ since }) => since)).toContain(undefined);
  expect(feed.error.value).toBeUndefined();
});
