import { describe, expect, it } from 'vitest';
import { openTestProject } from '../assets/testing-project.ts';

/** Opens the demo project, whose chime lasts 0.75 s, and creates an object with an AudioSource. */
const createSourceScene = async (properties: Record<string, unknown> = {}, sounds = 100) => {
  const { act, runtime, files } = await openTestProject(undefined, { limits: { sounds } });
  await act('scene.spawn', { type: 'Empty', tag: 'bell', position: [0, 1, 8] });
  await act('components.add', { object: 'bell', component: 'AudioSource', properties });
  const write = (name: string, value: unknown) =>
    act('components.setProperties', {
      ...{ object: 'bell', component: 'AudioSource', properties: [{ name, value }] },
    });
  const list = async () => (await act('audio.list')).sounds as Record<string, unknown>[];
  return { act, runtime, files, write, list };
};

describe('an audio source', () => {
  it('plays its sound from its object as soon as it has one, and only once', async () => {
    const { runtime, list, write } = await createSourceScene({ volume: 0.5, pitch: 1.5 });
    runtime.step(5);
    expect(await list()).toEqual([]);
    await write('asset', 'chime.wav');
    runtime.step();
    expect(await list()).toEqual([
      expect.objectContaining({
        ...{ asset: 'chime.wav', object: 'bell', volume: 0.5, pitch: 1.5, spatial: true, loop: false },
        // The object is 2 m from the main camera.
        ...{ position: expect.closeTo(1.5 / 60), gain: expect.closeTo(0.25) },
      }),
    ]);
    runtime.step(60);
    expect(await list()).toEqual([]);
  });

  it('loads the file of its sound when that is not loaded yet', async () => {
    const { runtime, list } = await createSourceScene({ asset: 'chime.wav', loop: true });
    while ((await list()).length === 0) {
      await new Promise(setImmediate);
      runtime.step();
    }
    expect(await list()).toMatchObject([{ asset: 'chime.wav', loop: true }]);
  });

  it('passes writes on to its sound, and keeps what actions have changed', async () => {
    const { act, runtime, list, write } = await createSourceScene({ loop: true });
    await write('asset', 'chime.wav');
    runtime.step();
    await act('audio.setVolume', { object: 'bell', volume: 0.2 });
    await write('pitch', 2);
    await write('spatial', false);
    runtime.step();
    expect(await list()).toMatchObject([{ soundId: 'sound-1', volume: 0.2, pitch: 2, spatial: false }]);
    await write('volume', 0.75);
    runtime.step();
    expect(await list()).toMatchObject([{ soundId: 'sound-1', volume: 0.75 }]);
  });

  it.each([
    ['its asset is cleared', 'components.setProperties', { properties: [{ name: 'asset', value: '' }] }],
    [
      'its autoplay is switched off',
      'components.setProperties',
      { properties: [{ name: 'playOnStart', value: false }] },
    ],
    ['it is disabled', 'components.setEnabled', { enabled: false }],
    ['it is removed', 'components.remove', {}],
    ['its object is destroyed', 'scene.objects.destroy', {}],
  ])('falls silent when %s', async (_, name, parameters) => {
    const { act, runtime, list, write } = await createSourceScene({ loop: true });
    await write('asset', 'chime.wav');
    runtime.step();
    const component = name.startsWith('components') ? { component: 'AudioSource' } : {};
    await act(name, { object: 'bell', ...component, ...parameters });
    runtime.step();
    expect(await list()).toEqual([]);
  });

  it('plays again when it is enabled again; a stopped sound stays stopped', async () => {
    const { act, runtime, list, write } = await createSourceScene({ loop: true });
    await write('asset', 'chime.wav');
    runtime.step();
    await act('audio.stop');
    runtime.step(2);
    expect(await list()).toEqual([]);
    for (const enabled of [false, true]) {
      await act('components.setEnabled', { object: 'bell', component: 'AudioSource', enabled });
      runtime.step();
    }
    expect(await list()).toMatchObject([{ soundId: 'sound-2' }]);
  });

  it.each(['none.wav', 'sunflower.glb'])('stays silent with the asset %s', async (asset) => {
    const { runtime, list } = await createSourceScene({ asset });
    for (let i = 0; i < 5; i += 1) {
      runtime.step();
      await new Promise(setImmediate);
    }
    expect(await list()).toEqual([]);
  });

  it('stays silent when there are too many sounds', async () => {
    const { act, runtime, list, write } = await createSourceScene({}, 1);
    await act('audio.play', { asset: 'chime.wav', loop: true });
    await write('asset', 'chime.wav');
    runtime.step(3);
    expect(await list()).toHaveLength(1);
    await act('audio.stop');
    runtime.step(3);
    expect(await list()).toEqual([]);
  });
});
