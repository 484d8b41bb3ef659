import { describe, expect, test } from 'vitest';
import { logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import { openTestProject } from '../../scene/assets/testing-project.ts';
import type { Json } from '#spec/values.ts';

/** The demo project with a loaded chime of 0.75 s, and a graph with a node that is triggered in its first frame. */
const runAudioNode = async (
  category: string,
  values: Record<string, Json>,
  { plays = true, known = true }: { readonly plays?: boolean; readonly known?: boolean } = {},
) => {
  const { act, runtime } = await openTestProject();
  if (known) await act('audio.play', { asset: 'chime.wav', loop: true });
  if (known && !plays) await act('audio.stop');
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
  const sounds = async () => (await act('audio.list')).sounds as Record<string, unknown>[];
  return { act, runtime, sounds };
};

/** Steps until the file that the node needs is loaded and the node has logged something. */
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
    const { runtime, sounds } = await runAudioNode(
      'PlayAudio',
      { Asset: 'chime.wav', Object: 'bell', Volume: 0.5, Pitch: 2 },
      { plays: false },
    );
    expect(runtime.messages()).toEqual(['Out']);
    expect(runtime.port('node.out.SoundId')).toBe('sound-2');
    expect(await sounds()).toEqual([
      expect.objectContaining({ soundId: 'sound-2', object: 'bell', volume: 0.5, pitch: 2, loop: false }),
    ]);
    // Its time advances from the frame in which it began: 23 frames at twice the speed.
    runtime.step(22);
    expect(await sounds()).toEqual([]);
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
    const { runtime, sounds } = await runAudioNode('PlayAudio', { Asset: 'chime.wav' }, { known: false });
    expect([runtime.messages(), await sounds()]).toEqual([[], []]);
    await runUntilLoaded(runtime);
    expect(runtime.messages()).toEqual(['Out']);
    expect(await sounds()).toHaveLength(1);
  });

  test.each<Record<string, Json>>([
    { Asset: 'none.wav' },
    { Asset: 'sunflower.glb' },
    { Asset: 'chime.wav', Object: 'nobody' },
    {},
  ])('fires Failed and reports the reason: %j', async (values) => {
    const { runtime, sounds } = await runAudioNode('PlayAudio', values, { plays: false });
    await runUntilLoaded(runtime);
    expect(runtime.messages()).toEqual([expect.stringMatching(/\w+ \w+/), 'Failed']);
    expect(await sounds()).toEqual([]);
  });
});

describe('nodes that change a sound', () => {
  const chosen = { SoundId: 'sound-1' };

  test.each([
    ['PauseAudio', chosen, { state: 'paused' }],
    ['ResumeAudio', chosen, { state: 'playing' }],
    ['SetAudioVolume', { ...chosen, Volume: 0.25 }, { volume: 0.25 }],
    ['SetAudioVolume', chosen, { volume: 1 }],
    ['SetAudioPitch', { ...chosen, Pitch: 3 }, { pitch: 3 }],
    ['SetAudioPitch', chosen, { pitch: 1 }],
  ])('%s with %j sets it to %j', async (category, values, expected) => {
    const { runtime, sounds } = await runAudioNode(category, values as Record<string, Json>);
    expect(runtime.messages()).toEqual(['Out']);
    expect(await sounds()).toEqual([expect.objectContaining(expected)]);
  });

  test('StopAudio ends it after the fade-out', async () => {
    const { runtime, sounds } = await runAudioNode('StopAudio', { ...chosen, FadeOut: 0.5 });
    runtime.step(28);
    expect(await sounds()).toHaveLength(1);
    runtime.step(1);
    expect(await sounds()).toEqual([]);
  });

  test('StopAudio ends the sounds of an object', async () => {
    const { sounds } = await runAudioNode('StopAudio', { Object: 'bell' });
    expect(await sounds()).toHaveLength(1);
  });

  test.each(['StopAudio', 'PauseAudio', 'ResumeAudio', 'SetAudioVolume', 'SetAudioPitch'])(
    '%s does nothing and warns when no sound is chosen',
    async (category) => {
      const { runtime, sounds } = await runAudioNode(category, {});
      expect(runtime.messages()).toEqual([expect.stringMatching(/chosen\.$/), 'Out']);
      expect(await sounds()).toEqual([expect.objectContaining({ state: 'playing', volume: 1, pitch: 1 })]);
    },
  );
});
