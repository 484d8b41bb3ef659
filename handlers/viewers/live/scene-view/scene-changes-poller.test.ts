import { expect, test } from 'vitest';
import { createSpanWriter } from '#runtime/scene/changes/span-writer.ts';
import { createScenePoller } from './scene-changes-poller.ts';
import { createSteppedClock } from './testing-stepped-clock.ts';

/** Creates a poller with a manual clock and a service that responds at once. */
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
  /** Advances time. @returns the number of requests meanwhile */
  const pass = async (ms: number): Promise<number> => {
    const before = asked.length;
    await step(ms);
    return asked.length - before;
  };
  return { feed, service, asked, pass };
};

test('polls 30 times a second for changes since the last response while visible', async () => {
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

test('polls a scene at rest less often, until a change is expected', async () => {
  const { feed, service, pass } = createSteppedPoller();
  service.moves = false;
  feed.setVisible(true);
  await pass(1000);
  expect(await pass(1000)).toBe(8);
  feed.pollSoon();
  expect(await pass(500)).toBe(14);
});

test('backs off from an unreachable service, and says why nothing arrives', async () => {
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

test('requests the whole scene after changes that could not be applied', async () => {
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
