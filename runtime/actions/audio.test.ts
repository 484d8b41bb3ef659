import { describe, expect, it } from 'vitest';
import { demoFiles, openTestProject } from '../scene/assets/testing-project.ts';
import type { Limits } from '../engine/execution-limits.ts';

/** Opens the demo project. Its chime lasts slightly more than 0.75 s. */
const openAudioProject = async (limits: Partial<Limits> = {}) => {
  const { act, failure, runtime } = await openTestProject(undefined, { limits });
  const play = async (parameters: Record<string, unknown> = {}) => {
    const { soundId } = await act('audio.play', { asset: 'chime.wav', ...parameters });
    return String(soundId);
  };
  const list = async () => (await act('audio.list')).sounds as Record<string, unknown>[];
  const findSound = async (soundId: string) => (await list()).find((sound) => sound.soundId === soundId);
  return { act, failure, runtime, play, list, findSound };
};

describe('audio.play', () => {
  it('starts a sound of the project, which ends by itself', async () => {
    const { act, list, runtime } = await openAudioProject();
    expect(await act('audio.play', { asset: 'chime.wav', volume: 0.5 })).toEqual({
      soundId: 'sound-1',
      duration: expect.closeTo(0.75),
    });
    runtime.step(30);
    expect(await list()).toEqual([
      expect.objectContaining({
        ...{ soundId: 'sound-1', asset: 'chime.wav', position: expect.closeTo(0.5), state: 'playing' },
        ...{ volume: 0.5, gain: 0.5, loop: false, spatial: false },
      }),
    ]);
    runtime.step(16);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['none.wav', 'ASSET_NOT_FOUND'],
    ['sunflower.glb', 'ACTION_FAILED'],
  ])('rejects the asset %s', async (asset, code) => {
    const { failure, list } = await openAudioProject();
    expect(await failure('audio.play', { asset })).toMatchObject({ code });
    expect(await list()).toEqual([]);
  });

  it('rejects an unknown object, and more sounds than the limit', async () => {
    const { failure, play, list } = await openAudioProject({ sounds: 2 });
    expect(await failure('audio.play', { asset: 'chime.wav', object: 'nobody' })).toMatchObject({
      code: 'OBJECT_NOT_FOUND',
    });
    await play();
    await play();
    expect(await failure('audio.play', { asset: 'chime.wav' })).toMatchObject({ code: 'ACTION_FAILED' });
    expect(await list()).toHaveLength(2);
  });

  it('rejects a file without a sound', async () => {
    const { act } = await openTestProject({ ...demoFiles, 'assets/broken.wav': new Uint8Array([1, 2, 3]) });
    await expect(act('audio.play', { asset: 'broken.wav' })).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });
});

describe('a sound of an object', () => {
  it('is found by its tag, even after a rename, and ends with the object', async () => {
    const { act, play, list } = await openAudioProject();
    await act('scene.spawn', { type: 'Empty', tag: 'bell' });
    await play({ object: 'bell', loop: true });
    await play({ loop: true });
    expect((await list()).map(({ object }) => object)).toEqual(['bell', undefined]);
    await act('scene.objects.setTag', { object: 'bell', tag: 'gong' });
    expect(await act('audio.pause', { object: 'gong' })).toEqual({ count: 1 });
    expect((await list()).map(({ object, state }) => [object, state])).toEqual([
      ['gong', 'paused'],
      [undefined, 'playing'],
    ]);
    await act('scene.objects.destroy', { object: 'gong' });
    expect((await list()).map(({ soundId }) => soundId)).toEqual(['sound-2']);
  });

  it('is heard from the position of its object, relative to the main camera', async () => {
    const { act, play, findSound } = await openAudioProject();
    await act('scene.spawn', { type: 'Empty', tag: 'bell', position: [0, 1, 5] });
    const soundId = await play({ object: 'bell', spatial: true, loop: true });
    // the main camera is at (0, 1, 10), and inverse rolloff starts at a distance of 1 m
    expect(await findSound(soundId)).toMatchObject({ gain: expect.closeTo(1 / 5) });
    await act('transform.setPosition', { object: 'main-camera', position: [0, 1, 7] });
    expect(await findSound(soundId)).toMatchObject({ gain: expect.closeTo(1 / 2) });
    await act('scene.objects.destroy', { object: 'main-camera' });
    expect(await findSound(soundId)).toMatchObject({ gain: 1 });
  });
});

describe('the actions on sounds', () => {
  it('pause, resume, seek, set volume, pitch and distance, and stop them', async () => {
    const { act, play, findSound, list, runtime } = await openAudioProject();
    const soundId = await play({ loop: true });
    expect(await act('audio.pause')).toEqual({ count: 1 });
    runtime.step(30);
    expect(await findSound(soundId)).toMatchObject({ position: 0, state: 'paused' });
    expect(await act('audio.resume', { soundId })).toEqual({ count: 1 });
    expect(await act('audio.seek', { soundId, time: 0.3 })).toEqual({ time: 0.3 });
    expect(await act('audio.setPitch', { soundId, pitch: 2 })).toEqual({ previous: 1 });
    runtime.step(12);
    expect(await findSound(soundId)).toMatchObject({ position: expect.closeTo(0.7) });
    expect(await act('audio.setVolume', { soundId, volume: 0.25 })).toEqual({ previous: 1 });
    expect(await act('audio.setMasterVolume', { volume: 0.5 })).toEqual({
      previous: { volume: 1, muted: false },
    });
    expect(await act('audio.setSpatial', { soundId, spatial: true, rolloff: 'linear' })).toMatchObject({
      previous: { spatial: false, rolloff: 'inverse' },
    });
    expect(await findSound(soundId)).toMatchObject({ gain: 0.125, rolloff: 'linear' });
    expect(await act('audio.stop', { soundId, fadeOut: 0.5 })).toEqual({ count: 1 });
    runtime.step(15);
    expect(await findSound(soundId)).toMatchObject({ gain: expect.closeTo(0.0625) });
    runtime.step(15);
    expect(await list()).toEqual([]);
  });

  it.each(['audio.seek', 'audio.setVolume', 'audio.setPitch', 'audio.fade', 'audio.setSpatial'])(
    '%s is rejected for an unknown sound',
    async (name) => {
      const { failure, play } = await openAudioProject();
      await play();
      const all = { soundId: 'sound-2', time: 1, volume: 1, pitch: 1, to: 1, spatial: true };
      const { spec } = await import('#spec/actions/find-action.ts').then(({ getAction }) => getAction(name));
      const accepted = Object.entries(all).filter(([parameter]) => parameter in spec.parameters.shape);
      expect(await failure(name, Object.fromEntries(accepted))).toMatchObject({
        code: 'ACTION_FAILED',
        details: { soundId: 'sound-2', nearest: ['sound-1'] },
      });
    },
  );
});

describe('a fade', () => {
  it('has an id that no tween has, and ends with the event of a tween for its object', async () => {
    const { act, play, findSound, runtime } = await openAudioProject();
    await act('scene.spawn', { type: 'Empty', tag: 'bell' });
    const [attached, unattached] = [await play({ object: 'bell', loop: true }), await play({ loop: true })];
    expect(await act('tween.position', { object: 'bell', position: 1, time: 0.5 })).toEqual({
      tweenId: 'tween-1',
    });
    expect(await act('audio.fade', { soundId: attached, to: 0.5, time: 0.25 })).toEqual({
      tweenId: 'tween-2',
    });
    expect(await act('audio.fade', { soundId: unattached, to: 0, time: 0.25 })).toEqual({
      tweenId: 'tween-3',
    });
    runtime.step(15);
    expect(await findSound(attached)).toMatchObject({ gain: 0.5, volume: 1 });
    expect(runtime.raised('tween.completed').map(({ object, data }) => [object, data])).toEqual([
      ['bell', { tweenId: 'tween-2', object: 'bell', property: 'volume' }],
      [undefined, { tweenId: 'tween-3', property: 'volume' }],
    ]);
  });

  it('is cancelled by its id, by another fade, and by the end of its sound', async () => {
    const { act, play, findSound, runtime } = await openAudioProject();
    const soundId = await play({ loop: true });
    const startFade = async () => (await act('audio.fade', { soundId, to: 0, time: 1 })).tweenId;
    const first = await startFade();
    runtime.step(15);
    expect(await act('tween.cancel', { tweenId: first })).toEqual({ count: 1 });
    runtime.step(15);
    expect(await findSound(soundId)).toMatchObject({ gain: expect.closeTo(0.75) });
    const second = await startFade();
    const third = await startFade();
    expect(await act('tween.cancel', { tweenId: second })).toEqual({ count: 0 });
    expect(await act('tween.cancel', { tweenId: third, object: 'main-camera' })).toEqual({ count: 0 });
    await act('audio.stop');
    expect(runtime.data('tween.cancelled').map(({ tweenId, reason }) => [tweenId, reason])).toEqual([
      [first, 'explicit'],
      [second, 'replaced'],
      [third, 'soundEnded'],
    ]);
  });
});
