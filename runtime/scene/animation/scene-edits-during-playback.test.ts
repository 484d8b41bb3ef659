/** Tests editing objects, components and files during playback. */
import { expect, it } from 'vitest';
import { openTestProject } from '../assets/testing-project.ts';
import type { Json } from '#spec/values.ts';

const createLiftClip = (name: string, height: number): Json => ({
  name,
  tracks: [
    {
      property: 'position',
      times: [0, 4],
      values: [
        [0, height, 0],
        [0, height, 0],
      ],
    },
  ],
});
const createAnimationContent = (...clips: Json[]): string => JSON.stringify({ clips });

const openTestScene = async (properties: Record<string, Json>) => {
  const project = await openTestProject({
    'assets/moves.anim.json': createAnimationContent(createLiftClip('rise', 2)),
  });
  const { act, runtime, files, runPendingTimers } = project;
  await act('scene.spawn', { type: 'Empty', tag: 'one' });
  await act('components.add', { object: 'one', component: 'Animation', properties });
  return {
    ...project,
    play: (clip: string) => act('animation.play', { object: 'one', clip, loopMode: 'loop' }),
    set: (name: string, value: Json) =>
      act('components.setProperties', {
        object: 'one',
        component: 'Animation',
        properties: [{ name, value }],
      }),
    /** Runs another step and returns the height of the object. */
    height() {
      runtime.step();
      return runtime.scene.get('one').node.position.y;
    },
    stopped: () => runtime.data('animation.playback.stopped').map(({ clip, reason }) => [clip, reason]),
    async rewrite(text: string) {
      files.change('assets/moves.anim.json', text);
      await runPendingTimers();
      runtime.step();
      await runPendingTimers();
    },
  };
};

it('a clip of a component follows edits, and ends when it is removed', async () => {
  const { play, set, height, stopped } = await openTestScene({ clips: [createLiftClip('rise', 1)] });
  await play('rise');
  expect(height()).toBe(1);
  await set('clips', [createLiftClip('rise', 3)]);
  expect([height(), stopped()]).toEqual([3, []]);
  await set('clips', []);
  expect([height(), stopped()]).toEqual([0, [['rise', 'replaced']]]);
});

it('a clip of a file follows edits of the file, and ends when it is removed', async () => {
  const { play, height, stopped, rewrite } = await openTestScene({ asset: 'moves.anim.json' });
  await play('rise');
  expect(height()).toBe(2);
  await rewrite(createAnimationContent(createLiftClip('rise', 5)));
  expect([height(), stopped()]).toEqual([5, []]);
  await rewrite('{}');
  expect([height(), stopped()]).toEqual([0, [['rise', 'replaced']]]);
});

it('a disabled component provides no clips', async () => {
  const { act, play, height, stopped } = await openTestScene({ asset: 'moves.anim.json' });
  await play('rise');
  expect(height()).toBe(2);
  await act('components.setEnabled', { object: 'one', component: 'Animation', enabled: false });
  expect([height(), stopped()]).toEqual([0, [['rise', 'replaced']]]);
});

it('clips follow other objects that are added, removed and changed', async () => {
  const { act, height, play, runtime } = await openTestScene({
    clips: [
      {
        name: 'wave',
        tracks: [
          { target: 'arm', property: 'scale', times: [0], values: [[2, 2, 2]] },
          { target: 'arm', component: 'Light', property: 'range', times: [0], values: [9] },
        ],
      },
    ],
  });
  await play('wave');
  height();
  await act('scene.spawn', { type: 'Empty', tag: 'arm', name: 'limb', parent: 'one' });
  const arm = runtime.scene.get('arm');
  const readValues = () => {
    runtime.step();
    return [arm.node.scale.x, arm.components.get('Light')?.values.range];
  };
  expect(readValues()).toEqual([1, undefined]);
  arm.name = 'arm';
  expect(readValues()).toEqual([2, undefined]);
  await act('components.add', { object: 'arm', component: 'Light' });
  expect(readValues()).toEqual([2, 9]);
  runtime.scene.setParent(arm, null, false);
  expect(readValues()).toEqual([1, 0]);
});

it('saving writes the values without clips, and the clips continue', async () => {
  const { act, height, play, files, set } = await openTestScene({ clips: [createLiftClip('rise', 1)] });
  await act('transform.setPosition', { object: 'one', position: [7, 0.25, 0] });
  await play('rise');
  expect(height()).toBe(1);
  await act('assets.createBundled', { object: 'one', name: 'thing' });
  await act('scene.save', { scene: 'Garden' });
  const read = (path: string) => JSON.parse(files.text(path));
  expect(read('assets/thing.bundle.json').object.position).toEqual([7, 0.25, 0]);
  expect(
    read('scenes/Garden.scene.json').objects.find(({ tag }: { tag: string }) => tag === 'one').position,
  ).toEqual([7, 0.25, 0]);
  expect(height()).toBe(1);
  await set('clips', []);
  expect(height()).toBe(0.25);
});
