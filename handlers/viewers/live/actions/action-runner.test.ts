import { signal } from '@preact/signals';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNotices } from '../app/notice-store.ts';
import { createSceneObjects } from '../scene-view/scene-objects.ts';
import { createTestClient, type TestClient } from '../session/testing-client.ts';
import { createActionRequests } from './action-requests.ts';
import { createActionRunner } from './action-runner.ts';
import type { LivePage } from '../app/live-page-context.ts';

let test: TestClient;

beforeAll(async () => {
  test = await createTestClient();
});
afterAll(() => test.dispose());

it('selects an object that it has spawned, and keeps the selection after other actions', async () => {
  const { client } = test;
  const selection = signal<string>();
  const objects = createSceneObjects({ client });
  const runner = createActionRunner({
    session: { client, hub: signal(client) },
    notices: createNotices(),
    scene: { selection, objects },
    actionRequests: createActionRequests({ showLeftPanel() {} }),
    storage: { getItem: () => null, setItem() {} },
  } as unknown as LivePage);
  const runAction = async (name: string, parameters: Readonly<Record<string, unknown>>): Promise<void> => {
    runner.select(name);
    runner.form.value?.fill(parameters);
    await runner.run();
  };
  await expect.poll(() => runner.count.value).toBeGreaterThan(0);
  await runAction('scene.spawn', { type: 'Primitives/Cube', tag: 'box' });
  expect(selection.value).toBe('box');
  expect(objects.list.value.map(({ tag }) => tag)).toContain('box');
  await runAction('scene.objects.duplicate', { object: 'box', name: 'Copy' });
  expect(runner.latestRun.value?.error).toBeUndefined();
  expect(selection.value).toBe('box');
  await runAction('scene.spawn', { type: 'No/Such type' });
  expect(runner.latestRun.value?.error).toBeDefined();
  expect(selection.value).toBe('box');
});
