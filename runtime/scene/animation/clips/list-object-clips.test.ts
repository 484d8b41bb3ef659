import { describe, expect, it } from 'vitest';
import { loadModel } from '../../assets/models/load-model.ts';
import { readSunflower } from '../../assets/models/testing-glb.ts';
import { openTestProject } from '../../assets/testing-project.ts';
import { animationComponent } from '../../components/animation-component.ts';
import { toModelContent, createTestScene } from '../testing-animation.ts';
import { ClipList } from './clip-document.ts';
import { listObjectClips } from './list-object-clips.ts';

const createNamedClips = (...names: string[]) => names.map((name) => ({ name, duration: 9 }));
const createAnimationContent = (...clips: object[]): string => JSON.stringify({ format: 1, clips });

describe('the clips of an object', () => {
  const open = async () => {
    const runtime = createTestScene({
      'flower.glb': toModelContent(await loadModel('flower.glb', readSunflower())),
      'moves.anim.json': { kind: 'animation', clips: ClipList.parse(createNamedClips('Wave', 'Bow')) },
    });
    const object = runtime.scene.spawn({ asset: 'flower.glb' });
    const part = () => object.components.get('Animation')!;
    return { ...runtime, object, part, list: () => listObjectClips(object, runtime.assets) };
  };
  const summarize = (clips: ReturnType<typeof listObjectClips>) =>
    clips.map(({ name, duration }) => [name, duration]);

  it('come from the object, its asset and its model; the first of a name wins', async () => {
    const { object, list } = await open();
    expect(summarize(list())).toEqual([
      ['Sway', 2],
      ['Bow', 1],
      ['Spin', 3],
    ]);
    object.addComponent(animationComponent, {
      asset: 'moves.anim.json',
      clips: [{ name: 'Wave', duration: 4 }],
    });
    expect(summarize(list())).toEqual([
      ['Wave', 4],
      ['Bow', 9],
      ['Sway', 2],
      ['Spin', 3],
    ]);
  });

  it('are the same list until something changes', async () => {
    const { object, part, list, put } = await open();
    object.addComponent(animationComponent, { asset: 'moves.anim.json' });
    const before = list();
    expect(list()).toBe(before);
    part().write('clips', [{ name: 'Nod' }]);
    const after = list();
    expect(summarize(after)[0]).toEqual(['Nod', 0]);
    expect(list()).toBe(after);
    part().enabled = false;
    expect(summarize(list())).toEqual([
      ['Sway', 2],
      ['Bow', 1],
      ['Spin', 3],
    ]);
    part().enabled = true;
    put('moves.anim.json', { kind: 'animation', clips: ClipList.parse(createNamedClips('Jump')) });
    expect(summarize(list())).toEqual([
      ['Nod', 0],
      ['Jump', 9],
      ['Sway', 2],
      ['Bow', 1],
      ['Spin', 3],
    ]);
    object.removeComponent('Model');
    expect(summarize(list())).toEqual([
      ['Nod', 0],
      ['Jump', 9],
    ]);
  });

  it('remain while a changed file is being read, and disappear with the file', async () => {
    const { assets, object, list } = await open();
    object.addComponent(animationComponent, { asset: 'moves.anim.json' });
    const before = list();
    assets.applyUpdate({ files: [{ asset: 'moves.anim.json', size: 2 }] }, new Map());
    expect(summarize(list())).toEqual(summarize(before));
    expect(assets.takeReadRequests()).toContain('moves.anim.json');
    assets.applyUpdate({ gone: ['moves.anim.json'] }, new Map());
    expect(summarize(list())).toEqual([
      ['Sway', 2],
      ['Bow', 1],
      ['Spin', 3],
    ]);
  });
});

describe('animation files and components', () => {
  const open = () =>
    openTestProject({
      'assets/moves.anim.json': createAnimationContent(...createNamedClips('Wave'), {
        name: 'Nod',
        duration: 2.5,
      }),
      'assets/broken.anim.json': createAnimationContent({
        name: 'Wave',
        tracks: [{ property: 'position', times: [1, 0], values: [1, 1] }],
      }),
    });

  it('are listed with their clips once they are read', async () => {
    const { act } = await open();
    await act('scene.spawn', { type: 'Empty', tag: 'one' });
    await act('components.add', {
      object: 'one',
      component: 'Animation',
      properties: { asset: 'moves.anim.json' },
    });
    const { assets } = await act('assets.list', { type: 'animation' });
    expect(assets).toMatchObject([
      { asset: 'broken.anim.json' },
      { asset: 'moves.anim.json', duration: 9, clips: ['Wave', 'Nod'], usageCount: 1 },
    ]);
  });

  it('are rejected with the path of the problem', async () => {
    const { act, failure } = await open();
    expect(await failure('assets.getProperties', { asset: 'broken.anim.json' })).toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining('clips.0.tracks.0.times.1: expected more than 1'),
      details: { problem: 'DAMAGED' },
    });
    await act('scene.spawn', { type: 'Empty', tag: 'one' });
    const clips = [{ name: 'Wave', duration: -1 }];
    expect(
      await failure('components.add', { object: 'one', component: 'Animation', properties: { clips } }),
    ).toMatchObject({
      code: 'INVALID_VALUE',
      message: expect.stringContaining('clips.0.duration: '),
      details: { name: 'clips', place: 'clips.0.duration' },
    });
    await act('components.add', { object: 'one', component: 'Animation' });
    expect(
      await act('components.setProperties', {
        object: 'one',
        component: 'Animation',
        properties: [{ name: 'clips', value: clips }],
      }),
    ).toMatchObject({
      failedCount: 1,
    });
  });
});
