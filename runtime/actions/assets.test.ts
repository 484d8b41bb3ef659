import { beforeEach, describe, expect, it } from 'vitest';
import { demoFiles, openTestProject } from '../scene/assets/testing-project.ts';

const stone = {
  format: 1,
  shader: 'Standard',
  properties: { roughness: 0.5, texture: 'pictures/sunflower.png' },
};

let project: Awaited<ReturnType<typeof openTestProject>>;

beforeEach(async () => {
  project = await openTestProject({ ...demoFiles, 'assets/stone.material.json': JSON.stringify(stone) });
});

const runAction = (name: string, parameters: Record<string, unknown> = {}) => project.act(name, parameters);
const getFailure = (name: string, parameters: Record<string, unknown> = {}) =>
  project.failure(name, parameters);
const readJsonFile = (path: string) => JSON.parse(project.files.text(path));
const listTags = async (parameters = {}) =>
  ((await runAction('assets.list', parameters)).assets as { asset: string }[]).map(({ asset }) => asset);

describe('assets are listed', () => {
  it('by tag, completely or by page, type, name and whether they are bundled', async () => {
    await runAction('assets.createBundled', { object: 'main-light', name: 'lamp' });
    const all = [
      'chime.wav',
      'lamp.bundle.json',
      'pictures/sunflower.png',
      'stone.material.json',
      'sunflower.glb',
    ];
    expect(await listTags()).toEqual(all);
    expect(await listTags({ limit: 2, offset: 1 })).toEqual(all.slice(1, 3));
    expect(await listTags({ type: 'audio' })).toEqual(['chime.wav']);
    expect(await listTags({ filter: '*SUNFLOWER*' })).toEqual(['pictures/sunflower.png', 'sunflower.glb']);
    expect(await listTags({ bundled: true })).toEqual(['lamp.bundle.json']);
    expect((await runAction('assets.list', { bundled: false, limit: 1 })).count).toBe(4);
  });

  it('with the facts about each once it has been loaded', async () => {
    await runAction('scene.spawn', { asset: 'sunflower.glb' });
    expect((await runAction('assets.get', { asset: 'sunflower.glb' })).asset).toMatchObject({
      ...{ asset: 'sunflower.glb', name: 'sunflower', type: 'model', bundled: false, usageCount: 1 },
      ...{ triangles: 248, clips: ['Sway', 'Bow', 'Spin'] },
    });
    expect((await runAction('assets.get', { asset: 'pictures/sunflower.png' })).asset).toMatchObject({
      ...{ name: 'sunflower', width: 64, height: 64, usageCount: 0 },
    });
    expect((await runAction('assets.get', { asset: 'chime.wav' })).asset).toMatchObject({
      duration: expect.any(Number),
    });
    expect(await getFailure('assets.get', { asset: 'chime.mp3' })).toMatchObject({ code: 'ASSET_NOT_FOUND' });
  });
});

describe('deleting', () => {
  it('removes the file permanently, with its settings', async () => {
    await runAction('assets.setProperty', { asset: 'sunflower.glb', property: 'scale', value: 2 });
    expect(await runAction('assets.delete', { asset: 'sunflower.glb' })).toEqual({
      deleted: 'sunflower.glb',
    });
    expect(project.files.paths().filter((path) => path.includes('.glb'))).toEqual([]);
    expect((await getFailure('assets.delete', { asset: 'sunflower.glb' })).code).toBe('ASSET_NOT_FOUND');
  });

  it('requires an additional flag for bundled assets', async () => {
    await runAction('assets.createBundled', { object: 'main-light', name: 'lamp' });
    expect(await getFailure('assets.delete', { asset: 'lamp.bundle.json' })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { parameter: 'confirm' },
    });
    expect(await getFailure('assets.delete', { asset: 'lamp.bundle.json', confirm: false })).toMatchObject({
      code: 'ACTION_FAILED',
    });
    expect(await listTags({ bundled: true })).toHaveLength(1);
    await runAction('assets.delete', { asset: 'lamp.bundle.json', confirm: true });
    expect(project.files.paths()).not.toContain('assets/lamp.bundle.json');
  });

  it('never happens with confirm=false', async () => {
    expect(await getFailure('assets.delete', { asset: 'chime.wav', confirm: false })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { asset: 'chime.wav', parameter: 'confirm', expected: true },
    });
    expect(await listTags({ filter: 'chime.wav' })).toEqual(['chime.wav']);
    await runAction('assets.delete', { asset: 'chime.wav', confirm: true });
    expect(await listTags({ filter: 'chime.wav' })).toEqual([]);
  });

  it('keeps the asset when its file cannot be deleted', async () => {
    project.files.refuseChanges(new Error('read-only'));
    expect(await getFailure('assets.delete', { asset: 'chime.wav' })).toMatchObject({ code: 'SAVE_FAILED' });
    project.files.refuseChanges();
    expect(await runAction('assets.get', { asset: 'chime.wav' })).toBeDefined();
  });
});

describe('a bundled asset', () => {
  it('is an object with all its descendants, and can be spawned repeatedly', async () => {
    await runAction('scene.spawn', { type: 'Empty', tag: 'group', name: 'Group', position: [1, 2, 3] });
    await runAction('scene.spawn', {
      asset: 'sunflower.glb',
      parent: 'group',
      position: [0, 5, 0],
      rotation: [0, 90, 0],
    });
    await runAction('scene.setColor', { object: 'sunflower-1', color: [1, 0, 0, 1] });
    await runAction('components.setEnabled', { object: 'sunflower-1', component: 'Model', enabled: false });
    expect(await runAction('assets.createBundled', { object: 'group', name: 'garden/group' })).toEqual({
      asset: 'garden/group.bundle.json',
    });
    await runAction('scene.clear');
    const { object: tag } = await runAction('scene.spawn', {
      asset: 'garden/group.bundle.json',
      position: [0, 0, 0],
    });
    const { object } = await runAction('scene.objects.get', { object: tag });
    expect(object).toMatchObject({ name: 'Group', position: { x: 0, y: 0, z: 0 } });
    const [child] = (object as { children: string[] }).children;
    expect((await runAction('scene.objects.get', { object: child })).object).toMatchObject({
      ...{ name: 'sunflower', position: { y: 5 }, rotation: { y: 90 }, type: 'Assets/Model' },
      colors: [{ r: 1, g: 0, b: 0, a: 1 }],
    });
    expect(project.runtime.scene.get(child!).components.get('Model')).toMatchObject({ enabled: false });
    expect(project.runtime.scene.get(child!).components.get('Model')!.object3D!.children).toHaveLength(1);
  });

  it('replaces another one only on request', async () => {
    await runAction('assets.createBundled', { object: 'main-light', name: 'thing' });
    const request = { object: 'main-camera', name: 'thing.bundle.json' };
    expect((await getFailure('assets.createBundled', request)).code).toBe('ACTION_FAILED');
    await runAction('assets.createBundled', { ...request, overwrite: true });
    expect(readJsonFile('assets/thing.bundle.json').object.name).toBe('Main Camera');
  });

  it.each(['../out', 'a//b', '.hidden', 'a\\b', 'con:', 'dot.', ''])('cannot be named %j', async (name) => {
    await expect(runAction('assets.createBundled', { object: 'main-light', name })).rejects.toMatchObject({
      code: 'INVALID_PARAMETERS',
    });
  });

  it('needs a project, and limited nesting', async () => {
    let parent = {};
    for (let depth = 0; depth < 41; depth += 1) {
      await runAction('scene.spawn', { type: 'Empty', tag: `e${depth}`, ...parent });
      parent = { parent: `e${depth}` };
    }
    expect((await getFailure('assets.createBundled', { object: 'e0', name: 'deep' })).code).toBe(
      'ACTION_FAILED',
    );
    await runAction('assets.createBundled', { object: 'e1', name: 'deep' });
    await runAction('scene.spawn', { asset: 'deep.bundle.json' });
    await project.link.request('project.close', {});
    expect((await getFailure('assets.createBundled', { object: 'e1', name: 'deep' })).code).toBe(
      'NO_PROJECT',
    );
  });

  it.each([
    ['{', 'not valid JSON'],
    ['{"format": 2, "object": {}}', 'format'],
    ['{"object": {"name": "a"}}', 'object.type'],
    ['{"object": {"name": "a", "type": "b", "quaternion": [0, 0, 0, 0]}}', 'quaternion'],
    [
      '{"object": {"name": "a", "type": "b", "components": [{"kind": "Wings"}]}}',
      "no component type 'Wings'",
    ],
    [
      '{"object": {"name": "a", "type": "b", "components": [{"kind": "Light", "properties": {"range": -1}}]}}',
      "'range' is -1",
    ],
    ['{"object": {"name": "a", "type": "b", "materials": [{"shader": "Gold"}]}}', "no shader 'Gold'"],
    [`{"object": ${'{"name": "a", "type": "b", "children": ['.repeat(70)}${']}'.repeat(70)}}`, 'levels deep'],
  ])('that is %s is rejected, and adds nothing', async (text, expectedReason) => {
    project.files.change('assets/broken.bundle.json', text);
    await project.runPendingTimers();
    const { code, reason } = await getFailure('scene.spawn', { asset: 'broken.bundle.json' });
    expect([code, reason]).toEqual(['ACTION_FAILED', expect.stringContaining(expectedReason)]);
    expect(project.runtime.scene.size).toBe(2);
  });
});

describe('renaming', () => {
  it('also renames the file and its settings, and updates all references', async () => {
    const from = 'pictures/sunflower.png';
    await runAction('assets.setProperty', { asset: from, property: 'filter', value: 'sharp' });
    await runAction('scene.spawn', { asset: from, tag: 'picture' });
    await runAction('assets.createBundled', { object: 'picture', name: 'framed' });
    expect(await runAction('assets.rename', { asset: from, name: 'flower.png' })).toEqual({ previous: from });
    expect(await listTags({ type: 'image' })).toEqual(['flower.png']);
    expect(project.files.paths()).toContain('assets/flower.png.import.json');
    expect(project.files.paths()).not.toContain(`assets/${from}`);
    const { components, materials } = project.runtime.scene.get('picture');
    expect([components.get('Image')!.values.asset, materials[0]!.values.texture]).toEqual([
      'flower.png',
      'flower.png',
    ]);
    expect(readJsonFile('assets/stone.material.json').properties.texture).toBe('flower.png');
    expect(readJsonFile('assets/framed.bundle.json').object.components[0].properties.asset).toBe(
      'flower.png',
    );
    expect((await runAction('assets.getProperty', { asset: 'flower.png', property: 'filter' })).value).toBe(
      'sharp',
    );
    expect((await runAction('assets.get', { asset: 'flower.png' })).asset).toMatchObject({ usageCount: 1 });
  });

  it('requires an unused name with the same extension', async () => {
    for (const name of ['pictures/sunflower.png', 'sunflower.png', 'sunflower']) {
      expect((await getFailure('assets.rename', { asset: 'sunflower.glb', name })).code).toBe(
        'ACTION_FAILED',
      );
    }
    expect((await getFailure('assets.rename', { asset: 'none.glb', name: 'a.glb' })).code).toBe(
      'ASSET_NOT_FOUND',
    );
    expect(await listTags({ type: 'model' })).toEqual(['sunflower.glb']);
  });
});

describe('the properties of an asset', () => {
  const readProperties = async (asset: string) =>
    Object.fromEntries(
      (
        (await runAction('assets.getProperties', { asset })).properties as { name: string; value: unknown }[]
      ).map(({ name, value }) => [name, value]),
    );

  it('depend on its type', async () => {
    expect(await readProperties('sunflower.glb')).toEqual({ scale: 1, triangles: 248, repairs: [] });
    expect(await readProperties('pictures/sunflower.png')).toEqual({
      ...{ pixelsPerMetre: 100, filter: 'smooth', wrap: 'clamp', width: 64, height: 64 },
    });
    expect(await readProperties('chime.wav')).toEqual({
      duration: expect.any(Number),
      sampleRate: 22_050,
      channels: 1,
    });
    expect(await readProperties('stone.material.json')).toMatchObject({
      shader: 'Standard',
      roughness: 0.5,
      metalness: 0,
    });
    const response = await runAction('assets.getProperties', { asset: 'sunflower.glb', names: ['scale'] });
    expect(response).toEqual({
      properties: [expect.objectContaining({ name: 'scale', type: 'Float', structural: true })],
    });
  });

  it('are written in order and saved once, and objects with the asset follow', async () => {
    await runAction('scene.spawn', { asset: 'sunflower.glb' });
    const properties = [
      { name: 'scale', value: 3 },
      { name: 'Scale', value: 1 },
      { name: 'triangles', value: 1 },
      { name: 'scale', value: 2 },
    ];
    expect(await runAction('assets.setProperties', { asset: 'sunflower.glb', properties })).toMatchObject({
      ...{ totalCount: 4, succeededCount: 2, failedCount: 2 },
      results: [
        { success: true },
        { success: false, error: { code: 'PROPERTY_NOT_FOUND' } },
        { success: false, error: { code: 'INVALID_VALUE' } },
        { success: true },
      ],
    });
    expect(readJsonFile('assets/sunflower.glb.import.json')).toEqual({ format: 1, properties: { scale: 2 } });
    const { size } = await runAction('transform.getBounds', { object: 'sunflower-1' });
    expect(size).toMatchObject({ y: expect.closeTo(3.87, 2) });
  });

  it('persist when the project is reopened', async () => {
    const write = { asset: 'sunflower.glb', property: 'scale', value: 2 };
    expect(await runAction('assets.setProperty', write)).toEqual({ previous: 1, value: 2 });
    await project.link.request('project.close', {});
    await project.link.request('project.open', { folder: '/project', name: 'project' });
    expect(await readProperties('sunflower.glb')).toMatchObject({ scale: 2 });
  });

  it('reject invalid values, and then nothing is saved', async () => {
    const before = project.files.paths();
    const write = (asset: string, property: string, value: unknown) =>
      getFailure('assets.setProperty', { asset, property, value });
    expect((await write('sunflower.glb', 'scale', 'large')).code).toBe('INVALID_VALUE');
    expect((await write('sunflower.glb', 'scale', 0)).code).toBe('INVALID_VALUE');
    expect((await write('sunflower.glb', 'size', 1)).code).toBe('PROPERTY_NOT_FOUND');
    expect((await write('chime.wav', 'duration', 1)).code).toBe('INVALID_VALUE');
    expect((await write('stone.material.json', 'texture', 'none.png')).code).toBe('INVALID_VALUE');
    expect(project.files.paths()).toEqual(before);
  });

  it('keep the values of the file when they cannot be saved', async () => {
    project.files.refuseChanges(new Error('read-only'));
    const write = { asset: 'sunflower.glb', property: 'scale', value: 2 };
    expect((await getFailure('assets.setProperty', write)).code).toBe('SAVE_FAILED');
    project.files.refuseChanges();
    expect(await readProperties('sunflower.glb')).toMatchObject({ scale: 1 });
  });
});

describe('the shader of a material asset', () => {
  it('can be read, and changed with the properties that both shaders have', async () => {
    expect(await runAction('assets.getShader', { asset: 'stone.material.json' })).toMatchObject({
      shader: 'Standard',
      properties: { roughness: 0.5 },
    });
    const change = { asset: 'stone.material.json', shader: 'Unlit' };
    expect(await runAction('assets.changeShader', change)).toEqual({ previous: 'Standard', shader: 'Unlit' });
    expect(readJsonFile('assets/stone.material.json')).toMatchObject({
      shader: 'Unlit',
      properties: { texture: 'pictures/sunflower.png' },
    });
    expect(readJsonFile('assets/stone.material.json').properties).not.toHaveProperty('roughness');
    expect((await getFailure('assets.changeShader', { ...change, shader: 'Gold' })).details).toMatchObject({
      validOptions: ['Standard', 'Unlit', 'Phong'],
    });
    expect((await getFailure('assets.getShader', { asset: 'chime.wav' })).code).toBe('ACTION_FAILED');
  });

  it('is one of a list', async () => {
    const { shaders } = await runAction('assets.listShaders', { filter: 'un*' });
    expect(shaders).toEqual([
      expect.objectContaining({ name: 'Unlit', properties: expect.arrayContaining(['color']) }),
    ]);
  });
});

describe('material', () => {
  it('.assign gives an object a copy of an asset', async () => {
    await runAction('scene.spawn', { type: 'Primitives/Cube' });
    const response = await runAction('material.assign', { object: 'cube-1', asset: 'stone.material.json' });
    expect(response.previous).toMatchObject({ shader: 'Standard', properties: { roughness: 1 } });
    await runAction('material.setFloat', { object: 'cube-1', property: 'roughness', value: 0.25 });
    expect((await runAction('material.get', { object: 'cube-1' })).properties).toMatchObject({
      ...{ roughness: 0.25, texture: 'pictures/sunflower.png' },
    });
    expect(readJsonFile('assets/stone.material.json').properties.roughness).toBe(0.5);
    const { threeMaterial } = project.runtime.scene.get('cube-1').materials[0]!;
    expect(threeMaterial).toMatchObject({ map: { name: 'pictures/sunflower.png' } });
  });

  it('.setTexture shows an image', async () => {
    await runAction('scene.spawn', { type: 'Primitives/Cube' });
    const image = { object: 'cube-1', property: 'texture', asset: 'pictures/sunflower.png' };
    expect(await runAction('material.setTexture', image)).toEqual({ previous: '' });
    expect(await runAction('material.setTexture', image)).toEqual({ previous: 'pictures/sunflower.png' });
    expect((await getFailure('material.setTexture', { ...image, asset: 'none.png' })).code).toBe(
      'ASSET_NOT_FOUND',
    );
    expect((await getFailure('material.setTexture', { ...image, asset: 'chime.wav' })).code).toBe(
      'ACTION_FAILED',
    );
    expect((await getFailure('material.setTexture', { ...image, property: 'roughness' })).code).toBe(
      'INVALID_VALUE',
    );
  });
});

describe('project.refresh', () => {
  it('reports what was added, changed and removed since the last scan', async () => {
    project.files.change('assets/new.png', demoFiles['assets/pictures/sunflower.png']);
    project.files.change('assets/chime.wav', 'another');
    project.files.change('assets/sunflower.glb');
    const changes = { added: ['new.png'], removed: ['sunflower.glb'], changed: ['chime.wav'] };
    expect(await runAction('project.refresh')).toEqual(changes);
    expect(await runAction('project.refresh')).toEqual({ added: [], removed: [], changed: [] });
    await runAction('scene.spawn', { asset: 'new.png' });
  });

  it('does not report what the project did itself', async () => {
    await runAction('assets.createBundled', { object: 'main-light', name: 'lamp' });
    await runAction('assets.setProperty', { asset: 'sunflower.glb', property: 'scale', value: 2 });
    await runAction('assets.rename', { asset: 'chime.wav', name: 'bell.wav' });
    expect(await runAction('project.refresh')).toEqual({ added: [], removed: [], changed: [] });
  });
});
