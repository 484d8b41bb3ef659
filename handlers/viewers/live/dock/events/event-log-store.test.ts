import { signal } from '@preact/signals';
import { beforeEach, expect, it } from 'vitest';
import { createEventLog, type EventLog } from './event-log-store.ts';
import type { EventEnvelope } from './event-feed.ts';
import type { Gap, SceneHub } from '#spec/client/index.ts';

let runFrame: () => void;
let listener: ((event: EventEnvelope) => void) | undefined;
let asked: (readonly string[])[];
let gap: ReturnType<typeof signal<Gap | undefined>>;
let log: EventLog;

beforeEach(() => {
  runFrame = () => {};
  asked = [];
  gap = signal<Gap | undefined>();
  const hub = {
    subscribe: async (patterns: readonly string[]) => {
      asked.push(patterns);
      return { unmatched: patterns.filter((pattern) => pattern === 'nothing'), end: async () => {} };
    },
  };
  log = createEventLog({
    feed: {
      listen(listen) {
        listener = listen;
        return () => {
          listener = undefined;
        };
      },
    },
    session: { hub: signal(hub as unknown as SceneHub), eventGap: gap },
    notices: { showError() {} },
    nextFrame(work) {
      runFrame = work;
    },
  });
  log.isRecording.value = true;
});

const emit = (type: string, more: Partial<EventEnvelope> = {}): void =>
  listener?.({ type, data: { name: type }, ...more } as EventEnvelope);
const readRows = (): string[] => {
  runFrame();
  return log.rows.value.map(({ event, mark, times }) => `${event?.type ?? mark} ${times}`);
};

it('shows new events on the next frame, latest first', () => {
  emit('scene.activated', { data: { scene: 'A' } });
  emit('scene.activated', { data: { scene: 'B' } });
  expect(log.rows.value).toEqual([]);
  expect(readRows()).toEqual(['scene.activated 1', 'scene.activated 1']);
  expect(log.rows.value[0]?.sentence).toEqual(['B is the active scene']);
});

it('folds equal events, also if they repeat in turn', () => {
  for (let i = 0; i < 3; i += 1) {
    emit('tween.completed', { object: 'cube', data: { tweenId: `t${i}`, property: 'position' } });
    emit('camera.changed', { data: { camera: 'b', previous: 'a' } });
  }
  emit('tween.completed', { object: 'sphere', data: { tweenId: 't9', property: 'position' } });
  expect(readRows()).toEqual(['tween.completed 1', 'camera.changed 3', 'tween.completed 3']);
});

it('keeps the latest two thousand rows', () => {
  for (let i = 0; i < 4_500; i += 1) emit(`kind.n${i}`);
  const rows = readRows();
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([2_000, 'kind.n4499 1', 'kind.n2500 1']);
});

it('holds still while the user points at the list, and counts what waits', () => {
  emit('before.it');
  readRows();
  log.hold.set('pointer', true);
  emit('during.it');
  emit('during.it');
  expect(readRows()).toEqual(['before.it 1']);
  expect(log.pendingCount.value).toBe(2);
  log.hold.set('scroll', true);
  log.hold.set('pointer', false);
  expect(readRows()).toEqual(['before.it 1']);
  log.hold.release();
  expect(readRows()).toEqual(['during.it 2', 'before.it 1']);
  expect(log.pendingCount.value).toBe(0);
});

it('lists events of nodes and ports only on demand', () => {
  emit('node.done');
  emit('ports.updated', { data: { ports: [] } });
  expect(readRows()).toEqual([]);
  log.toggleFamily('node');
  emit('node.done');
  emit('ports.updated', { data: { ports: [] } });
  expect(readRows()).toEqual(['node.done 1']);
  log.toggleFamily('node');
  expect(readRows()).toEqual([]);
});

it('shows what the patterns match, shows families that they name, and reports those that match no kind', async () => {
  emit('graph.running');
  emit('console.log', { data: { severity: 'log', message: 'hello' } });
  log.follow('console.*, node.done, nothing');
  expect(readRows()).toEqual(['console.log 1']);
  expect(asked).toEqual([['console.*', 'node.done', 'nothing']]);
  await expect.poll(() => log.unmatched.value).toEqual(['nothing']);
  emit('node.done');
  emit('node.executing');
  expect(readRows()).toEqual(['node.done 1', 'console.log 1']);
  log.follow('');
  expect(log.pattern.value).toBe('*');
});

it('marks possible gaps, and the time in which it was closed', () => {
  emit('one.it');
  gap.value = { reason: 'restarted' };
  emit('two.it');
  log.isRecording.value = false;
  expect(listener).toBeUndefined();
  log.isRecording.value = true;
  expect(readRows()).toEqual([
    'Nothing was recorded while this list was closed. 1',
    'two.it 1',
    'Events may be missing here: restarted 1',
    'one.it 1',
  ]);
  log.clear();
  expect(readRows()).toEqual([]);
});
