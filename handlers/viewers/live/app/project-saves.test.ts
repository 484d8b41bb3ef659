import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient, type SceneClient } from '#spec/client/index.ts';
import { type RunningServer, startServer } from '../../../start-server.ts';
import { createNotices, type Notices } from './notice-store.ts';
import { createProjectSaves } from './project-saves.ts';

let folder: string;
let server: RunningServer;
let client: SceneClient;
let notices: Notices;
let isConfirmed: boolean;

/** Starts the service, as after a restart of the machine. */
const start = async () => {
  server = await startServer({
    ...{ version: '1.2.3', port: 0, settingsFile: join(folder, 'settings.json') },
    ...{ project: join(folder, 'project'), runtime: 'embedded', fps: 60 },
    log: { info() {}, warn() {}, error() {} },
  });
  client = createClient({ url: server.url, token: server.service.security.settings.apiToken });
  notices = createNotices();
  return createProjectSaves({ client, notices, confirmation: { ask: async () => isConfirmed } });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-saves-'));
  await mkdir(join(folder, 'project'));
  await writeFile(join(folder, 'project', 'project.json'), '{"format":1}');
  isConfirmed = true;
});

afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const listTags = async (): Promise<string[]> =>
  (await client.act('scene.objects.list')).result.objects.map(({ tag }) => tag);
const readNotices = (): string[] => notices.list.value.map(({ text }) => text);

it('says what was saved, and offers to save the scene, which can be loaded after a restart', async () => {
  const { saveProject } = await start();
  await client.act('scene.spawn', { type: 'Primitives/Cube', tag: 'mine' });
  await saveProject();
  expect(readNotices()).toEqual([expect.stringContaining('not the objects of the scene')]);
  notices.list.value[0]?.action?.run();
  await expect.poll(readNotices).toContainEqual(expect.stringContaining('scenes/Default.scene.json'));
  await server.close();
  const { loadSavedScene } = await start();
  isConfirmed = false;
  await loadSavedScene();
  expect(await listTags()).not.toContain('mine');
  isConfirmed = true;
  await loadSavedScene();
  expect(await listTags()).toContain('mine');
});

it('keeps a scene that was not saved', async () => {
  const { loadSavedScene } = await start();
  await client.act('scene.spawn', { type: 'Primitives/Cube', tag: 'mine' });
  await loadSavedScene();
  expect(readNotices()).toEqual(['The scene Default was not saved yet.']);
  expect(await listTags()).toContain('mine');
});
