import { expect, test } from 'vitest';
import { createSpanWriter } from '#runtime/scene/changes/span-writer.ts';
import { createScenePoller } from './scene-changes-poller.ts';
import { createSteppedClock } from './testing-stepped-clock.ts';

/** Creates a poller with a manual clock, and a service that responds immediately. */
const createSteppedPoller = () => {
  const { clock, advance: step } = createSteppedClock();
  const requests: { readonly at: number; readonly since: number | undefined }[] = [];
  const service = { isAway: false, moves: true, isOdd: false };
  const poller = createScenePoller({
    requestChanges: async (since) => {
      requests.push({ at: clock.now(), since });
      if (service.isAway) throw new Error('away');
      return createSpanWriter().finish({ mark: requests.length });
    },
    applyChanges: () => {
      if (service.isOdd) throw new Error('odd');
      return service.moves;
    },
    clock,
  });
  /**
   * Advances time by the given number of milliseconds.
   * @returns the number of requests made in this time
   */
  const advance = async (ms: number): Promise<number> => {
    const before = requests.length;
    await step(ms);
    return requests.length - before;
  };
  return { poller, service, requests, advance };
};

test('polls 30 times a second for changes since the last response while visible', async () => {
  const { poller, requests, advance } = createSteppedPoller();
  expect(await advance(1000)).toBe(0);
  poller.setVisible(true);
  await advance(999);
  expect(requests).toHaveLength(30);
  expect(requests.slice(0, 3).map(({ since }) => since)).toEqual([undefined, 1, 2]);
  poller.setVisible(false);
  expect(await advance(1000)).toBe(0);
  poller.setVisible(true);
  await advance(0);
  expect(requests.at(-1)?.since).toBe(30);
});

test('polls a scene at rest less often, until a change is expected', async () => {
  const { poller, service, advance } = createSteppedPoller();
  service.moves = false;
  poller.setVisible(true);
  await advance(1000);
  expect(await advance(1000)).toBe(8);
  poller.pollSoon();
  expect(await advance(500)).toBe(14);
});

test('backs off from an unreachable service, and says why nothing arrives', async () => {
  const { poller, service, requests, advance } = createSteppedPoller();
  service.isAway = true;
  poller.setVisible(true);
  await advance(10_000);
  expect(requests.map(({ at }) => at)).toEqual([0, 250, 1250, 3250, 8250]);
  expect(String(poller.error.value)).toBe('Error: away');
  service.isAway = false;
  await advance(5000);
  expect(poller.error.value).toBeUndefined();
});

test('requests the whole scene after changes that could not be applied', async () => {
  const { poller, service, requests, advance } = createSteppedPoller();
  poller.setVisible(true);
  await advance(100);
  service.isOdd = true;
  await advance(40);
  service.isOdd = false;
  await advance(250);
  expect(requests.slice(-9).map(({ since }) => since)).toContain(undefined);
  expect(poller.error.value).toBeUndefined();
});
