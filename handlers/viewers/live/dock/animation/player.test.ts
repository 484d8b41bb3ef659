import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type SceneClient, type SceneHub } from '#spec/client/index.ts';
import { type RunningServer, startServer } from '../../../../start-server.ts';
import { createNotices, type Notices } from '../../app/notices.ts';
import { createPlayer, type Player } from './player.ts';
import { tellingOf } from './telling.ts';

let folder: string;
let server: RunningServer;
let client: SceneClient;
let hub: SceneHub;
let notices: Notices;
let player: Player;
let requests: string[];
let polls: Set<() => void>;
const selection = signal<string>();

const wave = {
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

const spawn = async (tag: string, clips?: readonly unknown[]): Promise<void> => {
  await client.act('scene.spawn', { type: 'Primitives/Cube', tag });
  if (clips)
    await client.act('components.add', {
      object: tag,
      component: 'Animation',
      properties: { clips: clips as never },
    });
};
/** Lets so many sixtieths of a second pass. */
const step = (ticks: number) => client.act('time.step', { ticks });
const poll = (): void => {
  for (const work of polls) work();
};
/** What the rows say, in short. */
const rows = (): string[] =>
  player.playbacks.rows.value.map(({ playback: { layer, clip, state, time }, reason }) =>
    [layer, clip, reason ?? state, time.toFixed(2)].join(' '),
  );
const told = (): string[] => player.playbacks.told.value.map(tellingOf);

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
  await spawn('dancer', [wave]);
  await spawn('stone');
  notices = createNotices();
  selection.value = undefined;
  polls = new Set();
  player = createPlayer({
    session: { client, hub: signal(hub), returns: signal(0) },
    notices,
    selection,
    now: () => 0,
    every: (_, work) => {
      polls.add(work);
      return () => polls.delete(work);
    },
    rest: async () => {},
  });
  player.isSeen.value = true;
});

afterEach(async () => {
  player.isSeen.value = false;
  await hub.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const readings = (): number => requests.filter((path) => path.endsWith('/playbacks')).length;

/** Selects the object that has a clip, and waits until it is followed. */
const select = async (): Promise<void> => {
  selection.value = 'dancer';
  await expect.poll(readings).toBe(1);
  await expect.poll(() => player.book.clips.value?.map(({ name }) => name)).toEqual(['wave']);
};

it('names what could be selected: objects with clips, and what plays', async () => {
  await expect.poll(() => player.owners.value).toEqual([{ tag: 'dancer', clips: ['wave'], playing: [] }]);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  poll();
  await expect.poll(() => player.owners.value[0]?.playing).toEqual(['wave']);
});

it('plays, pauses, seeks and stops, and tells what comes of it', async () => {
  await select();
  await player.act('animation.play', { object: 'dancer', clip: 'wave', loopMode: 'loop' });
  expect(rows()).toEqual(['0 wave playing 0.00']);
  await step(45);
  await expect.poll(told).toEqual(['marker up at 0.50 s', 'started on layer 0, loop']);
  await expect.poll(rows).toEqual(['0 wave playing 0.75']);
  await player.act('animation.seek', { object: 'dancer', time: 1.5 });
  expect(rows()).toEqual(['0 wave playing 1.50']);
  await player.act('animation.pause', { object: 'dancer' });
  expect(rows()).toEqual(['0 wave paused 1.50']);
  await player.act('animation.stop', { object: 'dancer' });
  await expect.poll(rows).toEqual(['0 wave explicit 1.50']);
});

it('shows what another client does, by events and by looking again', async () => {
  await select();
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  await expect.poll(rows).toEqual(['0 wave playing 0.00']);
  await step(6);
  poll();
  await expect.poll(rows).toEqual(['0 wave playing 0.10']);
  await step(114);
  await expect.poll(rows).toEqual(['0 wave natural 2.00']);
});

it('knows how fast time goes on', async () => {
  await select();
  await expect.poll(() => player.playbacks.reading.value.rate).toBe(0);
  await client.act('time.setScale', { scale: 0.5 });
  await client.act('time.resume');
  poll();
  await expect.poll(() => player.playbacks.reading.value.rate).toBe(0.5);
});

it('says a refusal in the words of the service', async () => {
  await select();
  await player.act('animation.play', { object: 'dancer', clip: 'wave', layer: 3 });
  await player.act('animation.play', { object: 'dancer', clip: 'wave', layer: 3 });
  expect(notices.list.value).toMatchObject([{ kind: 'error', code: 'LAYER_OCCUPIED' }]);
  expect(rows()).toEqual(['3 wave playing 0.00']);
});

it('goes on to another object, and says of one that is gone what the service says', async () => {
  await select();
  await player.act('animation.play', { object: 'dancer', clip: 'wave' });
  selection.value = 'stone';
  expect([rows(), told()]).toEqual([[], []]);
  await expect.poll(() => player.book.clips.value).toEqual([]);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  // an answer of the hub comes after the events before it
  await hub.act('time.get');
  expect([rows(), told()]).toEqual([[], []]);
  await client.act('scene.objects.destroy', { object: 'stone' });
  poll();
  await expect.poll(() => player.playbacks.trouble.value).toMatch(/stone/);
});

it('has clips as soon as the object gets some', async () => {
  selection.value = 'stone';
  await expect.poll(() => player.book.clips.value).toEqual([]);
  await client.act('components.add', {
    object: 'stone',
    component: 'Animation',
    properties: { clips: [wave] },
  });
  poll();
  await expect.poll(() => player.book.clips.value).toMatchObject([{ name: 'wave', duration: 2 }]);
});

it('shows what a clip moves', async () => {
  await select();
  await player.book.open('wave');
  expect(player.book.opened.value).toMatchObject({ tracks: [{ property: 'position', keys: 2 }] });
  player.book.close();
  expect(player.book.opened.value).toBeUndefined();
});

it('reads nothing while nobody looks, and all that has happened when somebody does', async () => {
  await select();
  player.isSeen.value = false;
  expect(polls.size).toBe(0);
  await client.act('animation.play', { object: 'dancer', clip: 'wave' });
  await step(6);
  // an answer of the hub comes after the events before it
  await hub.act('time.get');
  expect([rows(), told(), readings()]).toEqual([[], [], 1]);
  player.isSeen.value = true;
  await expect.poll(rows).toEqual(['0 wave playing 0.10']);
});
