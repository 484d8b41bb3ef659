import { Box3, type PerspectiveCamera } from 'three';
import { describe, expect, it } from 'vitest';
import { renderInProcess } from '../rendering/testing-rendering.ts';
import { demoFiles, openTestProject } from './testing-project.ts';

const openProject = async () => {
  const project = await openTestProject();
  return { ...project, flower: () => project.act('scene.spawn', { asset: 'sunflower.glb' }) };
};

const listModels = (tag: string, { runtime }: Awaited<ReturnType<typeof openProject>>) =>
  runtime.scene.get(tag).components.get('Model')!.object3D!.children.length;

describe('a model', () => {
  it('is spawned as one object with its materials, named after the asset', async () => {
    const { flower, act } = await openProject();
    expect(await flower()).toEqual({ object: 'sunflower-1', id: 'object-3' });
    const { object } = await act('scene.objects.get', { object: 'sunflower-1' });
    expect(object).toMatchObject({
      name: 'sunflower',
      type: 'Assets/Model',
      components: ['Transform', 'Model', 'Material'],
      colors: [{ r: 1, g: 1, b: 1, a: 1 }],
    });
    const { size } = await act('transform.getBounds', { object: 'sunflower-1' });
    expect(size).toMatchObject({ y: expect.closeTo(1.935, 2) });
  });

  it('accepts the options of any other object', async () => {
    const { act } = await openProject();
    const position = { x: 1, y: 2, z: 3 };
    await act('scene.spawn', {
      asset: 'sunflower.glb',
      tag: 'mine',
      name: 'Mine',
      position,
      scale: 2,
      active: false,
    });
    const { object } = await act('scene.objects.get', { object: 'mine' });
    expect(object).toMatchObject({
      tag: 'mine',
      name: 'Mine',
      position,
      scale: { x: 2, y: 2, z: 2 },
      active: false,
    });
  });

  it('has correct bounds at any position', async () => {
    const { act } = await openProject();
    await act('scene.spawn', { asset: 'sunflower.glb', position: [10, 0, 0], scale: 2 });
    const { center, size } = await act('transform.getBounds', { object: 'sunflower-1' });
    expect(center).toMatchObject({ x: expect.closeTo(10, 2), y: expect.closeTo(1.935, 2) });
    expect(size).toMatchObject({ y: expect.closeTo(3.87, 2) });
  });

  it('has its own materials, and so do its copies', async () => {
    const { flower, act, runtime } = await openProject();
    await flower();
    const red = { r: 1, g: 0, b: 0, a: 1 };
    await act('scene.setColor', { object: 'sunflower-1', color: red });
    await act('scene.objects.duplicate', { object: 'sunflower-1' });
    await act('scene.setColor', { object: 'sunflower-1', color: { r: 0, g: 1, b: 0, a: 1 } });
    await flower();
    const colors = runtime.scene
      .list()
      .flatMap(({ materials }) => materials.map(({ values }) => values.color));
    expect(colors).toEqual([{ r: 0, g: 1, b: 0, a: 1 }, red, { r: 1, g: 1, b: 1, a: 1 }]);
  });

  it('keeps its texture when its material changes, until it gets another texture', async () => {
    const project = await openProject();
    const { flower, act, link, runtime } = project;
    await flower();
    const write = (property: string, value: string) =>
      link.request('property.write', { object: 'sunflower-1', component: 'Material', property, value });
    const map = () =>
      (runtime.scene.get('sunflower-1').materials[0]!.threeMaterial as { map?: { name: string } }).map?.name;
    expect(map()).toBe('Sunflower');
    await write('shader', 'Unlit');
    expect(map()).toBe('Sunflower');
    await write('texture', 'pictures/sunflower.png');
    expect(map()).toBe('pictures/sunflower.png');
    await act('components.refresh', { object: 'sunflower-1' });
    expect(map()).toBe('pictures/sunflower.png');
    await write('texture', '');
    expect(map()).toBe('Sunflower');
    await expect(write('texture', 'pictures/sunflowr.png')).rejects.toMatchObject({
      code: 'INVALID_VALUE',
      details: { nearest: ['pictures/sunflower.png'] },
    });
    await expect(write('texture', 'chime.wav')).rejects.toMatchObject({ code: 'INVALID_VALUE' });
    expect(map()).toBe('Sunflower');
  });

  it('is released with the last object that shows it', async () => {
    const { flower, act, files } = await openProject();
    await flower();
    await act('scene.objects.duplicate', { object: 'sunflower-1' });
    await act('scene.objects.destroy', { object: 'sunflower-1' });
    await flower();
    expect(files.reads).toHaveLength(1);
    await act('scene.clear');
    await flower();
    expect(files.reads).toHaveLength(2);
  });

  it('shows the new content after its file has changed, and the old content while the file is missing', async () => {
    const project = await openProject();
    const { flower, act, files, runPendingTimers, runtime } = project;
    await flower();
    const before = runtime.scene.get('sunflower-1').components.get('Model')!.object3D;
    files.change('assets/sunflower.glb', demoFiles['assets/sunflower.glb']);
    await runPendingTimers();
    while (runtime.scene.get('sunflower-1').components.get('Model')!.object3D === before) {
      runtime.step();
      await new Promise(setImmediate);
    }
    expect(listModels('sunflower-1', project)).toBe(1);
    files.change('assets/sunflower.glb', 'damaged');
    await runPendingTimers();
    runtime.step();
    expect(await project.failure('scene.spawn', { asset: 'sunflower.glb' })).toMatchObject({
      code: 'ACTION_FAILED',
    });
    expect(listModels('sunflower-1', project)).toBe(1);
    files.change('assets/sunflower.glb');
    await runPendingTimers();
    expect(listModels('sunflower-1', project)).toBe(1);
    await act('components.refresh', { object: 'sunflower-1' });
    expect(listModels('sunflower-1', project)).toBe(0);
    files.change('assets/sunflower.glb', demoFiles['assets/sunflower.glb']);
    await runPendingTimers();
    await flower();
    expect(listModels('sunflower-1', project)).toBe(1);
  });
});

describe('an image', () => {
  it('is spawned as an upright surface of its size, which is not affected by light', async () => {
    const { act, runtime } = await openProject();
    await act('scene.spawn', { asset: 'pictures/sunflower.png', tag: 'picture' });
    const { components } = (await act('scene.objects.get', { object: 'picture' })).object as {
      components: string[];
    };
    expect(components).toEqual(['Transform', 'Image', 'Material']);
    const size = new Box3().setFromObject(runtime.scene.get('picture').node);
    expect([size.max.x - size.min.x, size.max.y - size.min.y, size.max.z - size.min.z]).toEqual([
      expect.closeTo(0.64),
      expect.closeTo(0.64),
      0,
    ]);
    await act('scene.objects.destroy', { object: 'main-light' });
    await act('transform.setPosition', { object: 'main-camera', position: { x: 0, y: 0, z: 1 } });
    runtime.scene.root.updateMatrixWorld();
    const camera = runtime.scene.get('main-camera').components.get('Camera')!.object3D as PerspectiveCamera;
    const { pixels } = renderInProcess(runtime.scene.root, camera, { width: 64, height: 64 });
    const colors = new Set<number>();
    for (let at = 0; at < pixels.length; at += 4)
      colors.add(pixels[at]! * 65536 + pixels[at + 1]! * 256 + pixels[at + 2]!);
    // The image contains the black background and the colors of the sunflower.
    expect(colors.size).toBeGreaterThan(3);
  });
});

describe('a failed spawn adds nothing', () => {
  it.each([
    ['chime.wav', 'ACTION_FAILED', /sounds are played/],
    ['none.glb', 'ASSET_NOT_FOUND', /no asset 'none.glb'/],
    ['damaged.glb', 'ACTION_FAILED', /cannot be read/],
    ['damaged.png', 'ACTION_FAILED', /cannot be read/],
    ['stone.material.json', 'ACTION_FAILED', /material.assign/],
  ])('for %s', async (asset, code, reason) => {
    const { failure, act } = await openTestProject({
      ...demoFiles,
      'assets/damaged.glb': 'glTF and no more',
      'assets/damaged.png': '\x89PNG',
      'assets/stone.material.json': '{}',
    });
    expect(await failure('scene.spawn', { asset })).toMatchObject({
      code,
      reason: expect.stringMatching(reason),
    });
    expect(await act('scene.objects.list')).toMatchObject({ count: 2 });
  });
});
