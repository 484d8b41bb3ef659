import { describe, expect, test } from 'vitest';
import { logNode, createTestGraph } from '../../engine/testing-runtime.ts';
import { openTestProject } from '../../scene/assets/testing-project.ts';
import type { Json } from '#spec/values.ts';

/** Creates a sunflower with clips of 2, 1 and 3 s, and runs a node that is triggered in the first frame. */
const runAnimationNode = async (
  category: string,
  values: Record<string, Json>,
  play: Record<string, unknown> | null = { clip: 'Sway', loopMode: 'loop', group: 'g' },
  outputs = ['Out'],
) => {
  const { act, runtime } = await openTestProject();
  await act('scene.spawn', { asset: 'sunflower.glb', tag: 'flower' });
  if (play) await act('animation.play', { object: 'flower', ...play });
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
  const playbacks = async () => (await act('animation.playbacks')).playbacks as Record<string, unknown>[];
  return { act, runtime, playbacks };
};

const latent = ['Out', 'Done', 'Failed'];

describe('PlayAnimation', () => {
  test('plays a clip with the given options, and fires Done in the frame after its end', async () => {
    const values = {
      Object: 'flower',
      Clip: 'Bow',
      Speed: 2,
      Weight: 0.5,
      Additive: true,
      Layer: 3,
      Group: 'g',
    };
    const { runtime, playbacks } = await runAnimationNode('PlayAnimation', values, null, latent);
    expect(runtime.messages()).toEqual(['Out']);
    expect(runtime.port('node.out.PlaybackId')).toBe('playback-1');
    expect(await playbacks()).toEqual([
      expect.objectContaining({ clip: 'Bow', speed: 2, weight: 0.5, additive: true, layer: 3, group: 'g' }),
    ]);
    runtime.step(29);
    expect([await playbacks(), runtime.messages()]).toEqual([[], ['Out']]);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test.each([
    ['stopped', 'animation.stop'],
    ['its object is removed', 'scene.objects.destroy'],
  ])('fires Done when it is %s', async (_, action) => {
    const values = { Object: 'flower', Clip: 'Sway', LoopMode: 'Loop' };
    const { act, runtime } = await runAnimationNode('PlayAnimation', values, null, latent);
    runtime.step(200);
    expect(runtime.messages()).toEqual(['Out']);
    await act(action, { object: 'flower' });
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test('fires Done once the clip holds its last pose', async () => {
    const values = { Object: 'flower', Clip: 'Bow', LoopMode: 'ClampForever' };
    const { act, runtime, playbacks } = await runAnimationNode('PlayAnimation', values, null, latent);
    runtime.step(60);
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    expect(await playbacks()).toEqual([expect.objectContaining({ state: 'held', time: 1 })]);
    await act('animation.stop');
    runtime.step(2);
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test.each<Record<string, Json>>([
    { Object: 'flower', Clip: 'Jump' },
    { Object: 'nobody', Clip: 'Bow' },
    { Object: 'flower' },
  ])('fires Failed and reports the reason: %j', async (values) => {
    const { runtime, playbacks } = await runAnimationNode('PlayAnimation', values, null, latent);
    expect(runtime.messages()).toEqual([expect.stringMatching(/\w+ \w+/), 'Failed']);
    expect(await playbacks()).toEqual([]);
  });

  test('fires Failed when the layer is already in use', async () => {
    const values = { Object: 'flower', Clip: 'Bow', Layer: 0 };
    const { runtime, playbacks } = await runAnimationNode('PlayAnimation', values, { clip: 'Sway' }, latent);
    expect(runtime.messages()).toEqual([
      expect.stringContaining("Layer 0 of 'flower' is occupied"),
      'Failed',
    ]);
    expect(await playbacks()).toEqual([expect.objectContaining({ clip: 'Sway' })]);
  });
});

describe('nodes that change a playback', () => {
  const selection = { Object: 'flower', Clip: 'Sway', Group: 'g' };

  test.each<[string, Record<string, Json>, Record<string, unknown>]>([
    ['PauseAnimation', selection, { state: 'paused' }],
    ['SeekAnimation', { Object: 'flower', Time: 0.5 }, { time: 0.5 + 1 / 60 }],
    ['SeekAnimation', { Clip: 'Sway', Time: 0.5, Normalized: true }, { time: 1 + 1 / 60 }],
    ['SetAnimationWeight', { Group: 'g', Weight: 0.25 }, { weight: 0.25 }],
    ['SetAnimationSpeed', { Object: 'flower', Speed: -2 }, { speed: -2, direction: 'backward' }],
    ['TransitionAnimation', { Object: 'flower', To: 'Bow', Duration: 1 }, { clip: 'Sway', weight: 1 }],
  ])('%s with %j sets it to %j', async (category, values, expected) => {
    const { runtime, playbacks } = await runAnimationNode(category, values);
    expect(runtime.messages()).toEqual(['Out']);
    expect((await playbacks())[0]).toMatchObject(
      Object.fromEntries(
        Object.entries(expected).map(([name, value]) => [
          name,
          typeof value === 'number' ? expect.closeTo(value, 9) : value,
        ]),
      ),
    );
  });

  test('ResumeAnimation resumes it', async () => {
    const { act, runtime, playbacks } = await runAnimationNode('ResumeAnimation', selection);
    await act('animation.pause');
    runtime.run(
      createTestGraph(
        { start: 'Start', node: ['ResumeAnimation', { Group: 'g' }] },
        ['start.Out > node.In'],
        {
          graphId: 'again',
        },
      ),
    );
    runtime.step();
    expect(await playbacks()).toEqual([expect.objectContaining({ state: 'playing' })]);
  });

  test('StopAnimation ends it after the fade-out', async () => {
    const { runtime, playbacks } = await runAnimationNode('StopAnimation', { ...selection, FadeOut: 0.5 });
    runtime.step(28);
    expect(await playbacks()).toHaveLength(1);
    runtime.step();
    expect(await playbacks()).toEqual([]);
  });

  test.each([
    'PauseAnimation',
    'ResumeAnimation',
    'StopAnimation',
    'SeekAnimation',
    'SetAnimationWeight',
    'SetAnimationSpeed',
  ])('%s does nothing and warns when no playback is selected', async (category) => {
    const { runtime, playbacks } = await runAnimationNode(category, {});
    expect(runtime.messages()).toEqual(['No playback is selected.', 'Out']);
    expect(await playbacks()).toEqual([
      expect.objectContaining({ state: 'playing', speed: 1, weight: 1, time: expect.closeTo(1 / 60, 9) }),
    ]);
  });
});

describe('TransitionAnimation', () => {
  const values = { Object: 'flower', To: 'Bow', Duration: 0.5 };

  test('fires Done in the frame after the cross-fade is over', async () => {
    const { runtime, playbacks } = await runAnimationNode(
      'TransitionAnimation',
      values,
      { clip: 'Sway' },
      latent,
    );
    runtime.step(29);
    expect(runtime.messages()).toEqual(['Out']);
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
    expect(await playbacks()).toEqual([expect.objectContaining({ clip: 'Bow', loopMode: 'loop' })]);
  });

  test('fires Done when the target clip ends during the cross-fade', async () => {
    const { act, runtime } = await runAnimationNode('TransitionAnimation', values, { clip: 'Sway' }, latent);
    await act('animation.stop', { clip: 'Bow' });
    runtime.step();
    expect(runtime.messages()).toEqual(['Out', 'Done']);
  });

  test('fires Failed when the clip to fade from is not playing', async () => {
    const from = { ...values, From: 'Spin' };
    const { runtime } = await runAnimationNode('TransitionAnimation', from, { clip: 'Sway' }, latent);
    expect(runtime.messages()).toEqual([expect.stringContaining('No such playback'), 'Failed']);
  });
});

describe('OnAnimationEvent', () => {
  test.each<[Record<string, Json>, string[]]>([
    [{ Kind: 'Marker' }, ['4 step']],
    [{ Kind: 'Looped', Object: 'flower', Clip: 'Bow' }, ['61']],
    [{ Kind: 'Marker', Object: 'other' }, []],
    [{ Kind: 'Marker', Clip: 'Sway' }, []],
    [{}, ['1', '4 step', '61']],
  ])('with %j receives %j', async (inputs, expected) => {
    const { act, runtime } = await openTestProject();
    await act('scene.spawn', { asset: 'sunflower.glb', tag: 'flower' });
    runtime.run(
      createTestGraph({ on: ['OnAnimationEvent', inputs], log: 'LogConsole' }, [
        'on.Out > log.In',
        'on.Marker > log.Message',
      ]),
    );
    runtime.step();
    await act('animation.play', {
      ...{ object: 'flower', clip: 'Bow', loopMode: 'loop' },
      markers: [{ name: 'step', position: 0.05 }],
    });
    const logged: string[] = [];
    for (let step = 1; step <= 61; step += 1) {
      const before = runtime.messages().length;
      runtime.step();
      for (const message of runtime.messages().slice(before)) logged.push(`${step} ${message}`.trim());
    }
    expect(logged).toEqual(expected);
  });
});
