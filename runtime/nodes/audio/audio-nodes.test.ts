import { describe, expect, test } from 'vitest';
import { logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import { openTestProject } from '../../scene/assets/testing-project.ts';
import type { Json } from '#spec/values.ts';

/**
 * Opens the demo project with a loaded chime of 0.75 s, and runs a graph with a node that is triggered in the first
 * frame.
 */
const runAudioNode = async (
  category: string,
  values: Record<string, Json>,
  { isPlaying = true, exists = true }: { readonly isPlaying?: boolean; readonly exists?: boolean } = {},
) => {
  const { act, runtime } = await openTestProject();
  if (exists) await act('audio.play', { asset: 'chime.wav', loop: true });
  if (exists && !isPlaying) await act('audio.stop');
  await act('scene.spawn', { type: 'Empty', tag: 'bell' });
  const outputs = category === 'PlayAudio' ? ['Out', 'Done', 'Failed'] : ['Out'];
  runtime.run(
    createTestGraph(
      {
        start: 'Start',
        node: [category, values],
        ...Object.fromEntries(outputs.map((name) => [name, logNode(name)])),
      },
      ['start.Out > node.In', ...outputs.map((name) => `node.${name} > ${name}.In`)],
    ),
  );
  runtime.step();
  const listSounds = async () => (await act('audio.list')).sounds as Record<string, unknown>[];
  return { act, runtime, listSounds };
};

/** Advances the runtime until the file that the node needs has been loaded and the node has logged something. */
const runUntilLoaded = async (
  runtime: Awaited<ReturnType<typeof runAudioNode>>['runtime'],
): Promise<void> => {
  while (runtime.messages().length === 0) {
    await new Promise(setImmediate);
    runtime.step();
  }
};

describe('PlayAudio', () => {
  test('starts a sound of an object, outputs its id, and fires Done in the frame after its end', async () => {
    const { runtime, listSounds } = await runAudioNode(
      'PlayAudio',
      { Asset: 'chime.wav', Object: 'bell', Volume: 0.5, Pitch: 2 },
      { isPlaying: false },
    );
    expect(runtime.messages()).toEqual(['Out']);
    expect(runtime.port('node.out.SoundId')).toBe('sound-2');
    expect(await listSounds()).toEqual([
      expect.objectContaining({ soundId: 'sound-2', object: 'bell', volume: 0.5, pitch: 2, loop: false }),
    ]);
    // The sound has played for 23 frames at double speed, including the frame in which it started.
    runtime.step(22);
    expect(await listSounds()).toEqual([]);
    expect(runtime.messages()).toEqual(['Out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test.each(['audio.stop', 'scene.objects.destroy'])(
    'fires Done when the sound ends because of %s',
    async (name) => {
      const { act, runtime } = await runAudioNode('PlayAudio', {
        Asset: 'chime.wav',
        Object: 'bell',
        Loop: true,
      });
      runtime.step(200);
      expect(runtime.messages()).toEqual(['Out']);
      await act(name, { object: 'bell' });
      runtime.step();
      expect(runtime.messages()).toEqual(['Out', 'Done']);
    },
  );

  test('waits until the file is loaded', async () => {
    const { runtime, listSounds } = await runAudioNode(
      'PlayAudio',
      { Asset: 'chime.wav' },
      { exists: false },
    );
    expect([runtime.messages(), await listSounds()]).toEqual([[], []]);
    await runUntilLoaded(runtime);
    expect(runtime.messages()).toEqual(['Out']);
    expect(await listSounds()).toHaveLength(1);
  });

  test.each<Record<string, Json>>([
    { Asset: 'none.wav' },
    { Asset: 'sunflower.glb' },
    { Asset: 'chime.wav', Object: 'nobody' },
    {},
  ])('fires Failed and reports the reason: %j', async (values) => {
    const { runtime, listSounds } = await runAudioNode('PlayAudio', values, { isPlaying: false });
    await runUntilLoaded(runtime);
    expect(runtime.messages()).toEqual([expect.stringMatching(/\w+ \w+/), 'Failed']);
    expect(await listSounds()).toEqual([]);
  });
});

describe('nodes that change a sound', () => {
  const selection = { SoundId: 'sound-1' };

  test.each([
    ['PauseAudio', selection, { state: 'paused' }],
    ['ResumeAudio', selection, { state: 'playing' }],
    ['SetAudioVolume', { ...selection, Volume: 0.25 }, { volume: 0.25 }],
    ['SetAudioVolume', selection, { volume: 1 }],
    ['SetAudioPitch', { ...selection, Pitch: 3 }, { pitch: 3 }],
    ['SetAudioPitch', selection, { pitch: 1 }],
  ])('%s with %j sets it to %j', async (category, values, expected) => {
    const { runtime, listSounds } = await runAudioNode(category, values);
    expect(runtime.messages()).toEqual(['Out']);
    expect(await listSounds()).toEqual([expect.objectContaining(expected)]);
  });

  test('StopAudio ends it after the fade-out', async () => {
    const { runtime, listSounds } = await runAudioNode('StopAudio', { ...selection, FadeOut: 0.5 });
    runtime.step(28);
    expect(await listSounds()).toHaveLength(1);
    runtime.step(1);
    expect(await listSounds()).toEqual([]);
  });

  test('StopAudio ends the sounds of an object', async () => {
    const { listSounds } = await runAudioNode('StopAudio', { Object: 'bell' });
    expect(await listSounds()).toHaveLength(1);
  });

  test.each(['StopAudio', 'PauseAudio', 'ResumeAudio', 'SetAudioVolume', 'SetAudioPitch'])(
    '%s does nothing and warns when no sound is chosen',
    async (category) => {
      const { runtime, listSounds } = await runAudioNode(category, {});
      expect(runtime.messages()).toEqual([expect.stringMatching(/chosen\.$/), 'Out']);
      expect(await listSounds()).toEqual([
        expect.objectContaining({ state: 'playing', volume: 1, pitch: 1 }),
      ]);
    },
  );
});
