import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFilesDevice } from '../../devices/files-device.ts';
import { readAsset } from './asset-content.ts';
import { createWorkerAssetChecker } from './worker-asset-checker.ts';
import type { ApiError } from '#spec/errors.ts';

const demo = new URL('../../../fixtures/projects/demo/assets/', import.meta.url);
const checker = createWorkerAssetChecker();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-checker-'));
  await mkdir(join(folder, 'assets'));
  await copyFile(new URL('sunflower.glb', demo), join(folder, 'good.tmp'));
  await copyFile(new URL('sunflower.png', demo), join(folder, 'image.tmp'));
  await writeFile(join(folder, 'text.tmp'), '{"shader": 5}');
});
afterAll(async () => {
  await checker.close();
  await rm(folder, { recursive: true, force: true });
});

it('accepts what the runtime can read', async () => {
  expect(await checker.findContentError(folder, 'a.glb', 'good.tmp')).toBeUndefined();
  expect(await checker.findContentError(folder, 'a.png', 'image.tmp')).toBeUndefined();
  expect(await checker.findContentError(folder, 'a.glsl', 'text.tmp')).toBeUndefined();
});

it.each([
  ['a.glb', 'image.tmp'],
  ['a.png', 'good.tmp'],
  ['a.wav', 'text.tmp'],
  ['deep/a.material.json', 'text.tmp'],
  ['a.gltf', 'text.tmp'],
  ['a.scene.json', 'image.tmp'],
])('rejects %s with the reason that the runtime gives for %s', async (tag, stagedPath) => {
  const error = await checker.findContentError(folder, tag, stagedPath);
  const place = join(folder, tag.endsWith('.scene.json') ? 'scenes' : 'assets', tag);
  await mkdir(join(place, '..'), { recursive: true });
  await copyFile(join(folder, stagedPath), place);
  const { content } = await readAsset(createFilesDevice().open(folder), tag);
  const { code, reason, details } = content as ApiError;
  expect(error).toMatchObject({ code, reason, details });
  expect(error?.resolution).toContain('PUT /api/assets/files/{path}');
});

it.each([
  ['a.glb', 64],
  ['a.bin', 64],
  ['a.png', 256],
  ['a.scene.json', 16],
])('rejects %s above %i MiB before its content is read', (tag, megabytes) => {
  const limit = megabytes * 2 ** 20;
  expect(checker.findSizeError(tag, limit)).toBeUndefined();
  expect(checker.findSizeError(tag, limit + 1)).toMatchObject({ details: { problem: 'TOO_LARGE', limit } });
});

it('fails the checks that are pending when it is closed', async () => {
  const pending = checker.findContentError(folder, 'a.glb', 'good.tmp');
  const rejected = expect(pending).rejects.toMatchObject({ code: 'NO_PROJECT' });
  await checker.close();
  await rejected;
});
