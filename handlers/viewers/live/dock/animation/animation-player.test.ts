import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type SceneClient, type SceneHub } from '#spec/client/index.ts';
import { type RunningServer, startServer } from '../../../../start-server.ts';
import { createNotices, type Notices } from '../../app/notice-store.ts';
import { createAnimationPlayer, type AnimationPlayer } from './animation-player.ts';
import { describePlaybackEvent } from './playback-events.tsx';

let folder: string;
let server: RunningServer;
let client: SceneClient;
let hub: SceneHub;
let notices: Notices;
let player: AnimationPlayer;
let requests: string[];
let pollers: Set<() => void>;
const selection = signal<string>();

const waveClip = {
  name: 'wave',
  duration: 2,
  markers: [{ name: 'up', position: 0.5 }],
  tracks: [
    {
      property: 'position',
      times: [0, 2],
      values: [
        [0, 0, 0],
        [0, 1, 0],
      ],
    },
  ],
};

const spawnObject = async (tag: string, clips?: readonly unknown[]): Promise<void> => {
  await client.act('scene.spawn', { type: 'Primitives/Cube', tag });
  if (clips)
    await client.act('components.add', {
      object: tag,
      component: 'Animation',
      properties: { clips: clips as never },
    });
};
/** Advances time by the given number of ticks, each 1/60 s long. */
const advanceTime = (ticks: number) => client.act('time.step', { ticks });
const runPoll = (): void => {
  for (const work of pollers) work();
};
/** Returns a summary of each row. */
const readRows = (): string[] =>
  player.playbacks.rows.value.map(({ playback: { layer, clip, state, time }, reason }) =>
    [layer, clip, reason ?? state, time.toFixed(2)].join(' '),
  );
const readEventTypes = (): string[] => player.playbacks.recentEvents.value.map(describePlaybackEvent);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-player-'));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project', 'project.json'), '{"format":1}');
  server = await startServer({
    ...{ version: '1.2.3', port: 0, settingsFile: join(folder, 'settings.json') },
    ...{ project: join(folder, 'project'), runtime: 'embedded', fps: 60 },
    log: { info() {}, warn() {}, error() {} },
  });
  requests = [];
  client = createClient({
    url: server.url,
    token: server.service.security.settings.apiToken,
    fetch: (url, init) => {
      requests.push(new URL(String(url)).pathname);
      return fetch(url, init);
    },
  });
  hub = await client.connect();
  await client.act('time.pause');
  await spawnObject('dancer', [waveClip]);
  await spawnObject('stone');
  notices = createNotices();
  selection.value = undefined;
  pollers = new Set();
  player = createAnimationPlayer({
    session: { client, hub: signal(hub), reconnectCount: signal(0) },
    notices,
    selection,
    now: () => 0,
    runEvery: (_, work) => {
      pollers.add(work);
      return () => pollers.delete(work);
    },
    waitBetweenReads: async () => {},
  });
  player.isVisible.value = true;
});

afterEach(async () => {
  player.isVisible.value = false;
  await hub.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const countReadings = (): number => requests.filter((path) => path.endsWith('/playbacks')).length;

/** Selects the object that has a clip, and waits until the player follows it. */
const selectAnimatedObject = async (): Promise<void> => {
  selection.value = 'dancer';
  await expect.poll(countReadings).toBe(1);
  await expect.poll(() => player.clips.clips.value?.map(({ name }) => name)).toEqual(['wave']);
};

it('lists objects with clips, and what is playing on them', async () => {
  await expect
    .poll(() => player.animatedObjects.value)
    .toEqual([{ tag: 'dancer', clips: ['wave'], playing: [] }]);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  runPoll();
  await expect.poll(() => player.animatedObjects.value[0]?.playing).toEqual(['wave']);
});

it('plays, pauses, seeks and stops, and shows the results', async () => {
  await selectAnimatedObject();
  await player.runAction('animation.play', { object: 'dancer', clip: 'wave', loopMode: 'loop' });
  expect(readRows()).toEqual(['0 wave playing 0.00']);
  await advanceTime(45);
  await expect.poll(readEventTypes).toEqual(['marker up at 0.50 s', 'started on layer 0, loop']);
  await expect.poll(readRows).toEqual(['0 wave playing 0.75']);
  await player.runAction('animation.seek', { object: 'dancer', time: 1.5 });
  expect(readRows()).toEqual(['0 wave playing 1.50']);
  await player.runAction('animation.pause', { object: 'dancer' });
  expect(readRows()).toEqual(['0 wave paused 1.50']);
  await player.runAction('animation.stop', { object: 'dancer' });
  await expect.poll(readRows).toEqual(['0 wave explicit 1.50']);
});

it('shows what another client does, from events and repeated reads', async () => {
  await selectAnimatedObject();
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  await expect.poll(readRows).toEqual(['0 wave playing 0.00']);
  await advanceTime(6);
  runPoll();
  await expect.poll(readRows).toEqual(['0 wave playing 0.10']);
  await advanceTime(114);
  await expect.poll(readRows).toEqual(['0 wave natural 2.00']);
});

it('knows the rate of time', async () => {
  await selectAnimatedObject();
  await expect.poll(() => player.playbacks.snapshot.value.rate).toBe(0);
  await client.act('time.setScale', { scale: 0.5 });
  await client.act('time.resume');
  runPoll();
  await expect.poll(() => player.playbacks.snapshot.value.rate).toBe(0.5);
});

it('shows the error of the service', async () => {
  await selectAnimatedObject();
  await player.runAction('animation.play', { object: 'dancer', clip: 'wave', layer: 3 });
  await player.runAction('animation.play', { object: 'dancer', clip: 'wave', layer: 3 });
  expect(notices.list.value).toMatchObject([{ kind: 'error', code: 'LAYER_OCCUPIED' }]);
  expect(readRows()).toEqual(['3 wave playing 0.00']);
});

it('switches to another object, and shows the error of the service for a removed one', async () => {
  await selectAnimatedObject();
  await player.runAction('animation.play', { object: 'dancer', clip: 'wave' });
  selection.value = 'stone';
  expect([readRows(), readEventTypes()]).toEqual([[], []]);
  await expect.poll(() => player.clips.clips.value).toEqual([]);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  // a response from the hub arrives after all earlier events
  await hub.act('time.get');
  expect([readRows(), readEventTypes()]).toEqual([[], []]);
  await client.act('scene.objects.destroy', { object: 'stone' });
  runPoll();
  await expect.poll(() => player.playbacks.readError.value).toMatch(/stone/);
});

it('lists clips as soon as the object gets some', async () => {
  selection.value = 'stone';
  await expect.poll(() => player.clips.clips.value).toEqual([]);
  await client.act('components.add', {
    object: 'stone',
    component: 'Animation',
    properties: { clips: [waveClip] },
  });
  runPoll();
  await expect.poll(() => player.clips.clips.value).toMatchObject([{ name: 'wave', duration: 2 }]);
});

it('shows what a clip animates', async () => {
  await selectAnimatedObject();
  await player.clips.open('wave');
  expect(player.clips.openClip.value).toMatchObject({ tracks: [{ property: 'position', keys: 2 }] });
  player.clips.close();
  expect(player.clips.openClip.value).toBeUndefined();
});

it('reads nothing while hidden, and catches up when shown', async () => {
  await selectAnimatedObject();
  player.isVisible.value = false;
  expect(pollers.size).toBe(0);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  await advanceTime(6);
  // a response from the hub arrives after all earlier events
  await hub.act('time.get');
  expect([readRows(), readEventTypes(), countReadings()]).toEqual([[], [], 1]);
  player.isVisible.value = true;
  await expect.poll(readRows).toEqual(['0 wave playing 0.10']);
});
