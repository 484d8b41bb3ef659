/** Tests concurrent and conflicting asset changes. */
import { describe, expect, it } from 'vitest';
import { createMemoryFilesDevice } from '../../devices/testing-memory-files.ts';
import { parseJournal } from '../../journal/parse-journal.ts';
import { createRecordedRuntime } from '../../journal/record-runtime.ts';
import { replayJournal, rereadAssets } from '../../journal/replay-journal.ts';
import { createInProcessLink } from '../../link/in-process-link.ts';
import { demoFiles, openTestProject } from './testing-project.ts';

const flower = { asset: 'sunflower.glb' };

describe('assets under concurrent changes', () => {
  it('reads a file once for many simultaneous spawns', async () => {
    const { act, files, runtime } = await openTestProject();
    await Promise.all(Array.from({ length: 50 }, () => act('scene.spawn', flower)));
    expect(runtime.scene.size).toBe(52);
    expect(files.reads).toEqual(['assets/sunflower.glb']);
  });

  it('rejects a spawn when the asset is removed while it waits', async () => {
    const { act, failure, link } = await openTestProject();
    const deleted = act('assets.delete', { asset: 'sunflower.glb' });
    const spawned = failure('scene.spawn', flower);
    await Promise.all([spawned, deleted]);
    expect((await spawned).code).toBe('ASSET_NOT_FOUND');
    const closing = link.request('project.close', {});
    const pending = failure('scene.spawn', { asset: 'pictures/sunflower.png' });
    await closing;
    expect((await pending).code).toBe('ASSET_NOT_FOUND');
  });

  it('ends up with the assets of the last project that was opened', async () => {
    const { link, act } = await openTestProject();
    const open = (folder: string) => link.request('project.open', { folder, name: folder });
    await Promise.all([open('/a'), open('/b'), open('/a'), link.request('project.close', {}), open('/c')]);
    expect(await act('assets.list')).toMatchObject({ count: 3 });
  });

  it('has no assets when the project was closed while it was being opened', async () => {
    const { link, act } = await openTestProject();
    await link.request('project.close', {});
    const opened = link.request('project.open', { folder: '/a', name: 'a' });
    await Promise.all([opened, link.request('project.close', {})]);
    expect(await act('assets.list')).toMatchObject({ count: 0 });
  });

  it('keeps the content of an asset through a hundred rounds of spawning and clearing', async () => {
    const { act, runtime } = await openTestProject();
    for (let round = 0; round < 100; round += 1) {
      await act('scene.spawn', flower);
      await act('scene.clear', { preserve: ['main-camera', 'main-light'] });
    }
    expect(runtime.scene.size).toBe(2);
  });

  it('copes with assets named like built-in properties of JavaScript objects', async () => {
    const { failure, act } = await openTestProject({
      'assets/__proto__.glb': '',
      'assets/constructor.material.json': '{"shader": "constructor"}',
      'assets/toString.bundle.json':
        '{"object": {"name": "a", "type": "b", "components": [{"kind": "Light", "properties": {"__proto__": 1}}]}}',
    });
    expect((await failure('scene.spawn', { asset: '__proto__.glb' })).code).toBe('ACTION_FAILED');
    expect((await failure('assets.getShader', { asset: 'constructor.material.json' })).code).toBe(
      'ACTION_FAILED',
    );
    await act('scene.spawn', { asset: 'toString.bundle.json' }).catch(() => {});
    const write = { asset: 'constructor.material.json', property: 'constructor', value: 1 };
    expect(['ACTION_FAILED', 'PROPERTY_NOT_FOUND']).toContain(
      (await failure('assets.setProperty', write)).code,
    );
  });

  it('accepts bundles that refer to each other in a circle', async () => {
    const bundle = (asset: string) =>
      JSON.stringify({
        object: { name: 'a', type: 'b', components: [{ kind: 'Model', properties: { asset } }] },
      });
    const { act } = await openTestProject({
      'assets/a.bundle.json': bundle('b.bundle.json'),
      'assets/b.bundle.json': bundle('a.bundle.json'),
    });
    await act('scene.spawn', { asset: 'a.bundle.json' });
    await act('assets.rename', { asset: 'a.bundle.json', name: 'c.bundle.json' });
    await act('assets.delete', { asset: 'b.bundle.json', confirm: true });
  });
});

it('replays a run with assets identically', async () => {
  const lines: string[] = [];
  const { device, change, refuseChanges } = createMemoryFilesDevice(demoFiles);
  const sink = {
    write: (line: string) => void lines.push(line),
    fail: (failure: unknown) => expect(failure).toBe(''),
  };
  const runtime = createRecordedRuntime({ now: () => new Date(0), files: device }, sink);
  const link = createInProcessLink(runtime);
  const act = (action: string, parameters: Record<string, unknown>) =>
    link.request('action.run', { action, parameters }).catch(() => {});
  await link.request('project.open', { folder: '/project', name: 'project' });
  await act('scene.spawn', flower);
  runtime.step();
  await act('assets.createBundled', { object: 'sunflower-1', name: 'saved', overwrite: false });
  await act('scene.spawn', { asset: 'saved.bundle.json' });
  await act('scene.spawn', { asset: 'chime.wav' });
  await act('scene.clear', { preserve: [] });
  runtime.step();
  await act('scene.spawn', flower);
  change('assets/extra.png', demoFiles['assets/pictures/sunflower.png']);
  await act('project.refresh', {});
  await act('scene.spawn', { asset: 'extra.png' });
  await act('assets.rename', { asset: 'extra.png', name: 'other.png' });
  await act('assets.delete', { asset: 'saved.bundle.json', confirm: true });
  await act('scene.save', {});
  for (const failure of [undefined, new Error('no room')]) {
    refuseChanges(failure);
    await act('scene.spawn', { type: 'Empty' });
    await act('scene.save', {});
  }
  await act('scene.reset', {});
  runtime.step(3);
  runtime.end();
  change('assets/extra.png', demoFiles['assets/pictures/sunflower.png']);
  const journal = parseJournal(lines.join(''));
  const contents = await rereadAssets(journal.inputs, device);
  expect(replayJournal(journal, { assetContents: contents })).toMatchObject({
    agrees: true,
    missingAssets: [],
  });
});

it('replays a run identically when the asset files could not be read', async () => {
  const lines: string[] = [];
  const { device } = createMemoryFilesDevice(demoFiles);
  const files: typeof device = {
    open: (folder) => ({
      ...device.open(folder),
      async list() {
        throw new Error('permission denied');
      },
    }),
  };
  const sink = { write: (line: string) => void lines.push(line), fail() {} };
  const runtime = createRecordedRuntime({ now: () => new Date(0), files }, sink);
  const messages: unknown[] = [];
  runtime.listen({
    onEvents: (batch) => void messages.push(...batch.map(({ data }) => [data.severity, data.message])),
  });
  await createInProcessLink(runtime).request('project.open', { folder: '/project', name: 'project' });
  runtime.step();
  runtime.end();
  expect(messages).toEqual([
    ['error', expect.stringContaining('could not be read: Error: permission denied')],
  ]);
  expect(replayJournal(parseJournal(lines.join('')))).toMatchObject({ agrees: true, events: 1 });
});
