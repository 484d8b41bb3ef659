import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { createNotices } from '../../app/notice-store.ts';
import { createEventLog, type EventLog } from './event-log-store.ts';
import type { Gap, SceneHub } from '#spec/client/index.ts';

let runFrame: () => void;
let emitEvent: (type: string) => void;
let subscribed: (readonly string[])[];
let gap: ReturnType<typeof signal<Gap | undefined>>;
let log: EventLog;

beforeEach(async () => {
  runFrame = () => {};
  subscribed = [];
  gap = signal<Gap | undefined>();
  const hub = {
    subscribe: async (patterns: readonly string[], listener: (event: { type: string }) => void) => {
      subscribed.push(patterns);
      emitEvent = (type) => listener({ type });
      return { unmatched: patterns.filter((pattern) => pattern === 'nothing'), end: async () => {} };
    },
  };
  log = createEventLog({
    session: { hub: signal(hub as unknown as SceneHub), eventGap: gap },
    notices: createNotices(),
    nextFrame(work) {
      runFrame = work;
    },
  });
});

const types = (): (string | undefined)[] => {
  runFrame();
  return log.visibleRows.value.rows.map(({ event }) => event?.type);
};

it('shows new events on the next frame', () => {
  emitEvent('graph.running');
  expect(log.visibleRows.value.rows).toEqual([]);
  expect(types()).toEqual(['graph.running']);
});

it('keeps the latest two thousand events, and counts the dropped ones', () => {
  for (let i = 0; i < 2_500; i += 1) emitEvent(`kind.${i}`);
  expect([types().length, types()[0], log.visibleRows.value.dropped]).toEqual([2_000, 'kind.500', 500]);
});

it('does not change while paused, and counts new events', () => {
  emitEvent('before');
  types();
  log.pause();
  emitEvent('during');
  expect(types()).toEqual(['before']);
  expect(log.pendingCount.value).toBe(1);
  log.resume();
  expect(types()).toEqual(['before', 'during']);
});

it('subscribes to other patterns, shows what they match, and reports those that match no kind', async () => {
  emitEvent('graph.running');
  emitEvent('console.log');
  log.follow('console.*, nothing');
  expect(types()).toEqual(['console.log']);
  expect(subscribed).toEqual([['*'], ['console.*', 'nothing']]);
  await expect.poll(() => log.unmatched.value).toEqual(['nothing']);
});

it('marks possible gaps', () => {
  emitEvent('one');
  gap.value = { reason: 'restarted' } as unknown as Gap;
  emitEvent('two');
  expect(types()).toEqual(['one', undefined, 'two']);
});
