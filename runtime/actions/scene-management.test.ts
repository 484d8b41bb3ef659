import { describe, expect, it } from 'vitest';
import { createInProcessRenderer } from '../scene/rendering/in-process-renderer.ts';
import { decodePng } from '../shared/testing-decode-png.ts';
import { openTestProject } from '../scene/assets/testing-project.ts';

const openScenes = async (scenes: Readonly<Record<string, string | Uint8Array>> = {}, options = {}) => {
  const files = Object.fromEntries(
    Object.entries(scenes).map(([name, text]) => [`scenes/${name}.scene.json`, text]),
  );
  const project = await openTestProject(files, options);
  const events: unknown[] = [];
  project.runtime.listen({
    onEvents(batch) {
      for (const { type, data } of batch) if (type !== 'console.log') events.push([type, data]);
    },
  });
  const { act } = project;
  const listTags = async () =>
    ((await act('scene.objects.list')).objects as { tag: string }[]).map(({ tag }) => tag);
  const current = async () => (await act('scene.current')).scene;
  const serializeScene = () => JSON.stringify(project.runtime.state().scene);
  return { ...project, events, listTags, current, serializeScene };
};

const startTags = ['main-camera', 'main-light'];

describe('scenes', () => {
  it('are the initial one and those that have a file', async () => {
    const { act } = await openScenes({ Stage: '{}', 'acts/Two': '{}' });
    expect(await act('scene.list')).toEqual({
      scenes: [
        { scene: 'Default', active: true, saved: false },
        { scene: 'Stage', active: false, saved: true },
        { scene: 'acts/Two', active: false, saved: true },
      ],
      current: 'Default',
    });
    expect(await act('scene.current')).toEqual({ scene: 'Default', objectCount: 2, camera: 'main-camera' });
  });

  it('are loaded as they were saved: objects, families, components, materials, layers, main camera and environment', async () => {
    const { act, runtime, listTags } = await openScenes();
    await act('scene.createLayer', { index: 9, name: 'Props' });
    await act('scene.spawn', {
      type: 'Empty',
      tag: 'table',
      position: [0.1, 2, 0],
      rotation: [0, 30, 0],
      layer: 9,
    });
    await act('scene.spawn', {
      type: 'Primitives/Cube',
      tag: 'cup',
      parent: 'table',
      name: 'A cup',
      scale: [1, 2, 3],
    });
    await act('scene.setColor', { object: 'cup', color: [1, 0.5, 0] });
    await act('components.add', { object: 'cup', component: 'Light', properties: { intensity: 3 } });
    await act('components.setEnabled', { object: 'cup', component: 'Light', enabled: false });
    await act('scene.objects.setActive', { object: 'cup', active: false });
    await act('scene.spawn', { type: 'Camera', tag: 'eye' });
    await act('camera.setActive', { camera: 'eye' });
    await act('scene.setEnvironment', { skybox: [0.1, 0.2, 0.4], fogDensity: 0.25 });
    const describeScene = async () => [
      await Promise.all(['table', 'cup', 'eye'].map((object) => act('scene.objects.get', { object }))),
      await act('components.list', { object: 'cup' }),
      await act('camera.getActive'),
      await act('scene.setEnvironment'),
    ];
    const withoutIds = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, value) => (key === 'id' ? 0 : value)));
    const before = await describeScene();
    expect(await act('scene.save', { scene: 'Kitchen' })).toEqual({ path: 'scenes/Kitchen.scene.json' });
    await act('scene.switch', { scene: 'Default' });
    expect(await listTags()).toEqual(startTags);
    expect((await act('scene.setEnvironment')).applied).toMatchObject({ skybox: { a: 0 }, fogDensity: 0 });
    await act('scene.deleteLayer', { index: 9 });
    expect(await act('scene.switch', { scene: 'Kitchen' })).toEqual({
      previous: 'Default',
      current: 'Kitchen',
    });
    expect(withoutIds(await describeScene())).toEqual(withoutIds(before));
    expect(runtime.scene.root.background).toMatchObject({ isColor: true });
    expect(runtime.scene.root.fog).toMatchObject({ density: 0.25 });
  });

  it('report a switch, and end what runs in the previous one', async () => {
    const { act, events, runtime, listTags } = await openScenes({
      Stage: '{"objects":[{"tag":"one","name":"One","type":"Empty"}]}',
    });
    await act('tween.position', { object: 'main-light', position: [1, 0, 0], time: 9 });
    await act('scene.switch', { scene: 'Stage' });
    expect(events).toEqual([
      ['camera.changed', { camera: null, previous: 'main-camera' }],
      ['tween.cancelled', expect.objectContaining({ object: 'main-light', reason: 'objectDestroyed' })],
      ['scene.deactivated', { scene: 'Default' }],
      ['scene.activated', { scene: 'Stage' }],
    ]);
    expect(await listTags()).toEqual(['one']);
    events.length = 0;
    runtime.step(10);
    await act('scene.switch', { scene: 'Stage' });
    expect(events).toEqual([]);
  });

  it('can fade to black and back', async () => {
    const { act, runtime } = await openScenes({}, { pictures: createInProcessRenderer() });
    await act('scene.setEnvironment', { skybox: [1, 1, 1] });
    await act('scene.save', { scene: 'Stage' });
    const measureBrightness = async (): Promise<number> => {
      const { capture } = await act('output.capture', { format: 'png', width: 4, height: 4 });
      return decodePng(Buffer.from((capture as { data: string }).data, 'base64')).pixels[0] ?? 0;
    };
    const measureBrightnessAfter = async (ticks: number): Promise<number> => {
      runtime.step(ticks);
      return measureBrightness();
    };
    const fullBrightness = await measureBrightness();
    await act('scene.switch', { scene: 'Stage', transition: 'fade', duration: 1 });
    const samples = [
      await measureBrightnessAfter(15),
      await measureBrightnessAfter(14),
      await measureBrightnessAfter(2),
      await measureBrightnessAfter(14),
      await measureBrightnessAfter(16),
    ];
    const [before, dark, stillDark, after, end] = samples;
    expect(before).toBeLessThan(fullBrightness);
    expect(dark).toBeLessThan(before as number);
    expect(stillDark).toBeLessThan(before as number);
    expect(after).toBeGreaterThan(stillDark as number);
    expect(after).toBeLessThan(fullBrightness);
    expect(end).toBeGreaterThan(after as number);
    expect(await measureBrightness()).toBe(end);
  });

  it('can cross-fade: the switch happens in the middle of the duration, unless a third is requested', async () => {
    const { act, current, runtime } = await openScenes({ Stage: '{}', Street: '{}' });
    const fadeTo = (scene: string) => act('scene.switch', { scene, transition: 'fade', duration: 1 });
    expect(await fadeTo('Stage')).toEqual({ previous: 'Default', current: 'Stage' });
    runtime.step(29);
    expect(await current()).toBe('Default');
    runtime.step(1);
    expect(await current()).toBe('Stage');
    await fadeTo('Default');
    runtime.step(10);
    await fadeTo('Street');
    runtime.step(29);
    expect(await current()).toBe('Stage');
    runtime.step(1);
    expect(await current()).toBe('Street');
    runtime.step(60);
    expect(await current()).toBe('Street');
  });

  it('are reset to their state when they were saved or switched to', async () => {
    const { act, listTags, failure } = await openScenes();
    await act('scene.spawn', { type: 'Empty', tag: 'one' });
    expect(await act('scene.reset')).toEqual({ objects: 2 });
    expect(await listTags()).toEqual(startTags);
    await act('scene.spawn', { type: 'Empty', tag: 'two' });
    await act('scene.save');
    await act('scene.clear');
    expect(await act('scene.reset', { scene: 'Default' })).toEqual({ objects: 3 });
    expect(await listTags()).toEqual([...startTags, 'two']);
    expect((await act('camera.getActive')).camera).toMatchObject({ camera: 'main-camera' });
    expect(await failure('scene.reset', { scene: 'Stage' })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { scene: 'Stage', current: 'Default' },
    });
  });

  it('do not change when something saved, copied or created from the same file is written', async () => {
    const { act } = await openScenes();
    const listIntensities = async () =>
      ((await act('light.list')).lights as { object: string; intensity: number }[])
        .filter(({ object }) => object !== 'main-light')
        .map(({ object, intensity }) => [object, intensity]);
    for (const tag of ['one', 'two']) await act('scene.spawn', { type: 'Lights/Point Light', tag });
    await act('scene.save');
    await act('light.setIntensity', { light: 'one', intensity: 5 });
    expect(await listIntensities()).toEqual([
      ['one', 5],
      ['two', 1],
    ]);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await act('scene.reset');
      expect(await listIntensities()).toEqual([
        ['one', 1],
        ['two', 1],
      ]);
      await act('light.setIntensity', { light: 'two', intensity: 7 });
    }
    await act('scene.spawn', { sceneObject: 'two', tag: 'light-1' });
    await act('light.setIntensity', { light: 'light-1', intensity: 3 });
    await act('scene.spawn', { sceneObject: 'light-1', tag: 'light-2' });
    await act('light.setIntensity', { light: 'light-1', intensity: 4 });
    expect(await listIntensities()).toEqual([
      ['one', 1],
      ['two', 7],
      ['light-1', 4],
      ['light-2', 3],
    ]);
  });

  it('are reset to the content of their file when they could not be saved', async () => {
    const { act, listTags, failure, files } = await openScenes();
    const saveWith = async (tag: string, isRejected: boolean) => {
      await act('scene.spawn', { type: 'Empty', tag });
      files.refuseChanges(isRejected ? new Error('no room') : undefined);
      if (isRejected) expect((await failure('scene.save')).code).toBe('SAVE_FAILED');
      else await act('scene.save');
    };
    await saveWith('one', true);
    await act('scene.reset');
    expect(await listTags()).toEqual(startTags);
    await saveWith('two', false);
    await saveWith('three', true);
    await act('scene.reset');
    expect(await listTags()).toEqual([...startTags, 'two']);
  });

  it('are reset to the last finished save when several are in progress', async () => {
    const { act, listTags, files } = await openScenes();
    files.refuseChanges(new Error('no room'), 1);
    await act('scene.spawn', { type: 'Empty', tag: 'one' });
    const first = act('scene.save');
    await act('scene.spawn', { type: 'Empty', tag: 'two' });
    await Promise.allSettled([first, act('scene.save')]);
    await act('scene.reset');
    expect(await listTags()).toEqual([...startTags, 'one']);
    files.refuseChanges();
    await act('scene.spawn', { type: 'Empty', tag: 'three' });
    const pendingSave = act('scene.save');
    await act('scene.switch', { scene: 'Default' });
    await pendingSave;
    await act('scene.reset');
    expect(await listTags()).toEqual([...startTags, 'one', 'three']);
  });

  it('are found and reloaded when a file is added or changes', async () => {
    const { act, files, runPendingTimers, listTags } = await openScenes();
    const withObject = (tag: string) => `{"objects":[{"tag":"${tag}","name":"One","type":"Empty"}]}`;
    files.change('scenes/Stage.scene.json', withObject('one'));
    await runPendingTimers();
    await act('scene.switch', { scene: 'Stage' });
    files.change('scenes/Stage.scene.json', withObject('other'));
    await runPendingTimers();
    await act('scene.switch', { scene: 'Stage' });
    expect(await listTags()).toEqual(['other']);
  });

  it('are saved by a name or a path, in a project', async () => {
    const { act, failure, files, link } = await openScenes();
    await act('scene.save', { path: 'scenes/acts/One.scene.json' });
    expect(files.paths()).toEqual(['scenes/acts/One.scene.json']);
    expect(await act('scene.switch', { scene: 'acts/One' })).toMatchObject({ current: 'acts/One' });
    for (const parameters of [
      { scene: '../out' },
      { scene: '.hidden' },
      { scene: '' },
      { path: 'scenes/../a.scene.json' },
      { path: 'a.json' },
    ])
      await expect(act('scene.save', parameters)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' });
    await link.request('project.close', {});
    expect((await failure('scene.save')).code).toBe('NO_PROJECT');
  });
});

const createObjectEntry = (overrides: object = {}) => ({
  tag: 'one',
  name: 'One',
  type: 'Empty',
  ...overrides,
});
const createSceneFile = (...objects: object[]) => JSON.stringify({ format: 1, objects });

/** Invalid scene files, each of which is rejected for a different reason. */
const damagedScenes: Readonly<Record<string, string | Uint8Array>> = {
  'a reserved layer': JSON.stringify({ layers: [{ index: 6, name: 'Other' }], objects: [] }),
  'its own layer, and too many objects': JSON.stringify({
    layers: [{ index: 9, name: 'Props' }],
    objects: Array.from({ length: 41 }, (_, index) => createObjectEntry({ tag: `object-${index}` })),
  }),
  'nothing at all': '',
  'no JSON': 'objects',
  'JSON that ends too early': '{"objects":[',
  'no UTF-8': new Uint8Array([123, 34, 255, 254, 34, 125]),
  'a list': '[]',
  'another format': '{"format":2}',
  'objects that are not a list': '{"objects":{}}',
  'an object without a name': createSceneFile({ type: 'Empty' }),
  'an object without a type': createSceneFile({ name: 'One' }),
  'a name that is a number': createSceneFile(createObjectEntry({ name: 1 })),
  'an empty tag': createSceneFile(createObjectEntry({ tag: '' })),
  'a duplicate tag': createSceneFile(createObjectEntry(), createObjectEntry()),
  'a duplicate tag in a family': createSceneFile(createObjectEntry({ children: [createObjectEntry()] })),
  'a position of two numbers': createSceneFile(createObjectEntry({ position: [1, 2] })),
  'a position that overflows': `{"objects":[{"name":"One","type":"Empty","position":[1e999,0,0]}]}`,
  'a quaternion of length 0': createSceneFile(createObjectEntry({ quaternion: [0, 0, 0, 0] })),
  'a scale that is text': createSceneFile(createObjectEntry({ scale: '1' })),
  'an invalid layer': createSceneFile(createObjectEntry({ layer: 32 })),
  'a component without a type': createSceneFile(createObjectEntry({ components: [{ kind: 'Lihgt' }] })),
  'an unknown property of a component': createSceneFile(
    createObjectEntry({ components: [{ kind: 'Light', properties: { Color: 1 } }] }),
  ),
  'a property of another type': createSceneFile(
    createObjectEntry({ components: [{ kind: 'Light', properties: { intensity: [] } }] }),
  ),
  'a property out of its range': createSceneFile(
    createObjectEntry({ components: [{ kind: 'Light', properties: { intensity: -1 } }] }),
  ),
  'an unknown shader': createSceneFile(createObjectEntry({ materials: [{ shader: 'Shiny' }] })),
  'a camera that is a number': '{"camera":7}',
  'fog that is too thick': '{"environment":{"fogDensity":2}}',
  'a color out of its range': '{"environment":{"fogColor":{"r":9,"g":0,"b":0,"a":1}}}',
  'families nested too deeply': `${'{"objects":['.repeat(1)}${'{"name":"a","type":"b","children":['.repeat(50_000)}`,
  'too many objects': createSceneFile(
    ...Array.from({ length: 41 }, (_, index) => createObjectEntry({ tag: `tag ${index}` })),
  ),
};

describe('the file of a scene with', () => {
  it.each(Object.entries(damagedScenes))(
    '%s is rejected with the reason, and the scene stays',
    async (_, text) => {
      const { act, failure, events, serializeScene } = await openScenes(
        { Stage: text },
        { limits: { objects: 40 } },
      );
      await act('scene.spawn', { type: 'Primitives/Cube', tag: 'cube' });
      const before = serializeScene();
      const error = await failure('scene.switch', { scene: 'Stage' });
      expect(error).toMatchObject({
        code: 'ACTION_FAILED',
        reason: expect.stringMatching(/Stage|objects/),
      });
      expect(serializeScene()).toBe(before);
      expect(events).toEqual([]);
      expect((await act('scene.current')).scene).toBe('Default');
    },
  );

  it('an unknown scene is rejected with suggestions', async () => {
    const { failure } = await openScenes({ Stage: '{}' });
    expect(await failure('scene.switch', { scene: 'Stag' })).toMatchObject({
      code: 'ACTION_FAILED',
      details: { nearest: ['Stage'], validOptions: ['Stage', 'Default'] },
    });
  });
});
