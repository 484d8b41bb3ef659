import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

const modelUrl = new URL('../../../fixtures/projects/demo/assets/sunflower.glb', import.meta.url);

describeOnEveryHost('animations of an object', (host) => {
  const { call } = host;
  const runAnimationAction = (action: string, body: object) =>
    call<{ result: Record<string, unknown> }>('POST', `/api/actions/animation/${action}`, body);

  beforeEach(async () => {
    const assets = join(host.test.folder, 'project', 'assets');
    await mkdir(assets);
    await cp(modelUrl, join(assets, 'sunflower.glb'));
    await call('POST', '/api/actions/project/refresh', {});
    await call('POST', '/api/actions/scene/spawn', { asset: 'sunflower.glb', tag: 'my flower' });
  });

  it('can be read while they play', async () => {
    const read = () =>
      call<Record<string, unknown>[]>('GET', '/api/objects/my%20flower/animations/playbacks');
    expect(await read()).toMatchObject({ status: 200, body: [] });
    const playback = await runAnimationAction('play', {
      object: 'my flower',
      clip: 'Sway',
      loopMode: 'loop',
      group: 'g',
    });
    expect(playback).toMatchObject({ status: 200, body: { result: { layer: 0, warnings: [] } } });
    const { playbackId } = playback.body.result;
    expect((await read()).body).toEqual([
      expect.objectContaining({ playbackId, clip: 'Sway', state: 'playing', group: 'g', duration: 2 }),
    ]);
    await runAnimationAction('stop', { playbackId });
    expect((await read()).body).toEqual([]);
  });

  it('are rejected on a locked layer, with its status', async () => {
    await runAnimationAction('play', { object: 'my flower', clip: 'Sway', layer: 3 });
    const rejected = await runAnimationAction('play', { object: 'my flower', clip: 'Bow', layer: 3 });
    expect(rejected).toMatchObject({ status: 409, body: { error: { code: 'LAYER_OCCUPIED' } } });
  });

  it('have clips that can be read by name', async () => {
    const clip = (tag: string, name: string) =>
      call<ErrorBody & { name: string }>('GET', `/api/objects/${tag}/animations/clips/${name}`);
    const { status, body } = await clip('my%20flower', 'Bow');
    expect([status, body]).toMatchObject([200, { name: 'Bow', duration: 1, markers: [] }]);
    const { body: clipList } = await runAnimationAction('clips', { object: 'my flower' });
    expect((clipList.result.clips as object[])[1]).toEqual(body);
    expect(await clip('my%20flower', 'bow')).toMatchObject({
      status: 404,
      body: { error: { code: 'CLIP_NOT_FOUND', details: { nearest: ['Bow'] } } },
    });
    expect((await clip('nobody', 'Bow')).body.error.code).toBe('OBJECT_NOT_FOUND');
    expect(await runAnimationAction('play', { object: 'my flower', clip: 'bow' })).toMatchObject({
      status: 422,
    });
  });
});
