import { describe, expect, test } from 'vitest';
import { demoFiles, openTestProject } from '../scene/assets/testing-project.ts';
import type { RaisedEvent } from '../link/runtime-link.ts';

/** Opens a project whose scene contains a sunflower. The sunflower's clips Sway, Bow and Spin last 2, 1 and 3 s. */
const openAnimationProject = async (...options: Parameters<typeof openTestProject>) => {
  const project = await openTestProject(...options);
  const raisedEvents: RaisedEvent[] = [];
  project.runtime.listen({
    onEvents: (batch) => raisedEvents.push(...batch.filter(({ type }) => type.startsWith('animation.'))),
  });
  await project.act('scene.spawn', { asset: 'sunflower.glb', tag: 'flower' });
  const play = (clip: string, request: Record<string, unknown> = {}) =>
    project.act('animation.play', { object: 'flower', clip, ...request });
  return {
    ...{ ...project, play },
    /** Returns the kind, clip and reason of each event since the last call. */
    takeEvents: () =>
      raisedEvents
        .splice(0)
        .map(({ type, data }) =>
          [type.replace('animation.playback.', ''), data.clip, data.reason].filter(Boolean).join(' '),
        ),
    playbacks: async () => (await project.act('animation.playbacks')).playbacks as Record<string, unknown>[],
  };
};

describe('layers', () => {
  test('are the lowest free ones, or the requested ones', async () => {
    const { act, play } = await openAnimationProject();
    expect((await play('Sway')).layer).toBe(0);
    expect((await play('Bow', { layer: 2 })).layer).toBe(2);
    expect((await play('Bow')).layer).toBe(1);
    expect((await play('Bow')).layer).toBe(3);
    await act('animation.stop', { playbackId: 'playback-1' });
    expect((await play('Spin')).layer).toBe(0);
  });

  test('that are in use are rejected, and their playback continues', async () => {
    const { failure, play, takeEvents } = await openAnimationProject();
    await play('Sway', { layer: 5, loopMode: 'loop' });
    takeEvents();
    expect(await failure('animation.play', { object: 'flower', clip: 'Bow', layer: 5 })).toMatchObject({
      ...{ code: 'LAYER_OCCUPIED', status: 409, details: { object: 'flower', layer: 5 } },
    });
    expect(takeEvents()).toEqual([]);
  });

  test('are limited to 64', async () => {
    const { failure, play } = await openAnimationProject();
    for (let layer = 0; layer < 64; layer += 1) await play('Sway');
    expect(await failure('animation.play', { object: 'flower', clip: 'Bow' })).toMatchObject({
      ...{ code: 'LAYER_OCCUPIED', details: { limit: 64 } },
    });
  });
});

describe('animation.playSet', () => {
  const items = [
    { clip: 'Sway', weight: 0.5 },
    { clip: 'Bow', additive: true, layer: 3 },
  ];

  test('starts everything in one step', async () => {
    const { act, runtime, playbacks } = await openAnimationProject();
    const { playbacks: started } = await act('animation.playSet', { object: 'flower', items, group: 'g' });
    expect(started).toEqual([
      { playbackId: 'playback-1', clip: 'Sway', layer: 0 },
      { playbackId: 'playback-2', clip: 'Bow', layer: 3 },
    ]);
    runtime.step(30);
    expect(await playbacks()).toEqual([
      expect.objectContaining({ group: 'g', time: 0.5, weight: 0.5, additive: false }),
      expect.objectContaining({ group: 'g', time: 0.5, weight: 1, additive: true }),
    ]);
  });

  test.each([
    ['a layer is in use', { layer: 3 }, {}, 'LAYER_OCCUPIED'],
    ['two clips use one layer', {}, { layer: 3 }, 'LAYER_OCCUPIED'],
    ['a clip is unknown', {}, { clip: 'Jump' }, 'CLIP_NOT_FOUND'],
    ['a marker is beyond the end', {}, { markers: [{ name: 'late', position: 2.5 }] }, 'ACTION_FAILED'],
    ['a node of the mask does not exist', {}, { mask: 'Tail' }, 'ACTION_FAILED'],
  ])('starts nothing when %s', async (_, existing, change, code) => {
    const { failure, play, playbacks, takeEvents } = await openAnimationProject();
    if ('layer' in existing) await play('Spin', existing);
    takeEvents();
    const before = await playbacks();
    const [first, second] = items;
    const set = { object: 'flower', items: [{ ...first, ...change }, second] };
    expect((await failure('animation.playSet', set)).code).toBe(code);
    expect([await playbacks(), takeEvents()]).toEqual([before, []]);
  });
});

describe('groups', () => {
  test('can be paused, stopped and weighted', async () => {
    const { act, play, playbacks } = await openAnimationProject();
    await play('Sway', { group: 'legs' });
    await play('Bow', { group: 'arms' });
    expect(await act('animation.pause', { group: 'legs' })).toEqual({ count: 1 });
    expect(await act('animation.setWeight', { group: 'arms', weight: 0.5 })).toEqual({ count: 1 });
    expect(await playbacks()).toEqual([
      expect.objectContaining({ clip: 'Sway', state: 'paused', weight: 1 }),
      expect.objectContaining({ clip: 'Bow', state: 'playing', weight: 0.5 }),
    ]);
    expect(await act('animation.stop', { group: 'arms' })).toEqual({ count: 1 });
    expect(await playbacks()).toEqual([expect.objectContaining({ clip: 'Sway' })]);
  });
});

describe('warnings', () => {
  const getWarnings = async (response: Promise<Record<string, unknown>>) =>
    ((await response).warnings as Record<string, unknown>[]).map(({ message: _, ...warning }) => warning);
  const head = 'Root/LowerStem/UpperStem/Head.rotation';
  const stem = 'Root/LowerStem/UpperStem.rotation';

  test('name nodes that an additive clip moves and no other clip writes', async () => {
    const { play } = await openAnimationProject();
    expect(await getWarnings(play('Bow', { additive: true }))).toEqual([
      { code: 'additiveNoBaseWriter', clip: 'Bow', properties: [stem, head] },
    ]);
    await play('Spin');
    expect(await getWarnings(play('Bow', { additive: true }))).toEqual([
      { code: 'additiveNoBaseWriter', clip: 'Bow', properties: [stem] },
    ]);
    await play('Sway');
    expect(await getWarnings(play('Bow', { additive: true }))).toEqual([]);
  });

  test('of a set consider the whole set', async () => {
    const { act } = await openAnimationProject();
    const items = [{ clip: 'Bow', additive: true }, { clip: 'Sway' }];
    expect(await getWarnings(act('animation.playSet', { object: 'flower', items }))).toEqual([]);
  });
});

describe('weights', () => {
  test('fade in and out, and change over a duration', async () => {
    const { act, play, playbacks, runtime, takeEvents } = await openAnimationProject();
    await play('Sway', { loopMode: 'loop', fadeIn: 0.5, weight: 0.8 });
    const getWeight = async () => (await playbacks())[0]?.effectiveWeight;
    expect(await getWeight()).toBe(0);
    runtime.step(15);
    expect(await getWeight()).toBeCloseTo(0.4, 9);
    runtime.step(15);
    expect(await getWeight()).toBe(0.8);
    await act('animation.setWeight', { weight: 0.4, time: 1 });
    runtime.step(30);
    expect(await getWeight()).toBeCloseTo(0.6, 9);
    await act('animation.stop', { fadeOut: 0.5 });
    runtime.step(15);
    expect(await getWeight()).toBeCloseTo(0.25, 9);
    takeEvents();
    runtime.step(15);
    expect([await getWeight(), takeEvents()]).toEqual([undefined, ['stopped Sway explicit']]);
  });

  test('stay constant while paused', async () => {
    const { act, play, playbacks, runtime } = await openAnimationProject();
    await play('Sway', { fadeIn: 1 });
    runtime.step(30);
    await act('animation.pause');
    runtime.step(30);
    expect((await playbacks())[0]?.effectiveWeight).toBeCloseTo(0.5, 9);
  });
});

describe('animation.transition', () => {
  test('replaces everything that is not additive, which ends with the transition', async () => {
    const { act, play, playbacks, runtime, takeEvents } = await openAnimationProject();
    await play('Sway', { loopMode: 'loop' });
    await play('Bow', { loopMode: 'loop', additive: true });
    takeEvents();
    await act('animation.transition', { object: 'flower', to: 'Spin', duration: 0.5, ease: 'easeInQuad' });
    runtime.step(15);
    expect((await playbacks()).map(({ clip, effectiveWeight }) => [clip, effectiveWeight])).toEqual([
      ['Sway', expect.closeTo(0.75, 9)],
      ['Bow', 1],
      ['Spin', expect.closeTo(0.25, 9)],
    ]);
    runtime.step(14);
    expect(takeEvents()).toEqual(['started Spin']);
    runtime.step();
    expect(takeEvents()).toEqual(['stopped Sway replaced']);
    expect((await playbacks()).map(({ clip }) => clip)).toEqual(['Bow', 'Spin']);
  });

  test('is rejected as a whole when the clip to fade from is not playing', async () => {
    const { failure, takeEvents } = await openAnimationProject();
    const request = { object: 'flower', from: 'Sway', to: 'Spin', duration: 1 };
    expect((await failure('animation.transition', request)).code).toBe('ACTION_FAILED');
    expect(takeEvents()).toEqual([]);
  });
});

describe('a playback that is ended by something else', () => {
  test('ends with the scene, or with its object', async () => {
    const { act, play, takeEvents } = await openAnimationProject();
    await play('Sway');
    await act('scene.reset');
    expect(takeEvents()).toEqual(['started Sway', 'stopped Sway sceneUnload']);
    await act('scene.spawn', { asset: 'sunflower.glb', tag: 'flower' });
    await play('Bow');
    await act('scene.objects.destroy', { object: 'flower' });
    expect(takeEvents()).toEqual(['started Bow', 'stopped Bow explicit']);
  });

  test('continues when its file changes and still has the clip', async () => {
    const { act, files, play, playbacks, runPendingTimers, runtime, takeEvents } =
      await openAnimationProject();
    await play('Sway', { loopMode: 'loop' });
    runtime.step(30);
    takeEvents();
    files.change('assets/sunflower.glb', demoFiles['assets/sunflower.glb']);
    await runPendingTimers();
    await act('animation.clips', { object: 'flower' });
    runtime.step(30);
    expect([await playbacks(), takeEvents()]).toEqual([[expect.objectContaining({ time: 1 })], []]);
  });

  test('is replaced when its component is removed', async () => {
    const { act, play, runtime, takeEvents } = await openAnimationProject();
    await play('Sway', { loopMode: 'loop' });
    await act('components.remove', { object: 'flower', component: 'Model' });
    runtime.step();
    expect(takeEvents()).toEqual(['started Sway', 'stopped Sway replaced']);
  });
});

describe('markers', () => {
  test('are those that were set last, and the clip reports its length', async () => {
    const { act, failure, play, runtime, takeEvents, playbacks } = await openAnimationProject();
    await play('Bow', { markers: [{ name: 'a', position: 0.5 }] });
    expect(
      await act('animation.setMarkers', {
        playbackId: 'playback-1',
        markers: [
          { name: 'late', position: 0.75 },
          { name: 'early', position: 0.25 },
        ],
      }),
    ).toEqual({ count: 2 });
    expect((await playbacks())[0]?.markers).toEqual([
      { name: 'early', position: 0.25 },
      { name: 'late', position: 0.75 },
    ]);
    runtime.step(60);
    expect(takeEvents()).toEqual(['started Bow', 'marker Bow', 'marker Bow', 'completed Bow natural']);
    const outOfRange = [{ name: 'b', position: 1.5 }];
    expect(
      await failure('animation.play', { object: 'flower', clip: 'Bow', markers: outOfRange }),
    ).toMatchObject({
      ...{ code: 'ACTION_FAILED', details: { marker: 'b', duration: 1 } },
    });
  });
});

test('a runtime plays no more clips than its limit', async () => {
  const { failure, play } = await openAnimationProject(undefined, { limits: { playbacks: 2 } });
  await play('Sway');
  await play('Sway');
  expect(await failure('animation.play', { object: 'flower', clip: 'Sway' })).toMatchObject({
    ...{ code: 'ACTION_FAILED', details: { limit: 2 } },
  });
});

test.each(['animation.seek', 'animation.setWeight', 'animation.setSpeed'])(
  '%s is rejected when no such playback exists',
  async (action) => {
    const { failure } = await openAnimationProject();
    const parameters = { object: 'flower', time: 1, weight: 1, speed: 1 };
    const validSelection = {
      seek: ['object', 'time'],
      setWeight: ['object', 'weight'],
      setSpeed: ['object', 'speed'],
    };
    const names = validSelection[action.replace('animation.', '') as keyof typeof validSelection];
    const usedParameters = Object.fromEntries(
      Object.entries(parameters).filter(([name]) => names.includes(name)),
    );
    expect((await failure(action, usedParameters)).code).toBe('ACTION_FAILED');
  },
);
