import { describe, expect, it } from 'vitest';
import { ApiError } from '#spec/errors.ts';
import { findModelInstance } from '../../components/model-component.ts';
import { loadModel } from '../../assets/models/load-model.ts';
import { readSunflower } from '../../assets/models/testing-glb.ts';
import { listObjectClips } from '../clips/list-object-clips.ts';
import { createSceneMixer } from './scene-mixer.ts';
import { ObjectMixer } from './object-mixer.ts';
import {
  createClip,
  toModelContent,
  createTrack,
  createTestScene,
  TestObjectMixer,
} from '../testing-animation.ts';
import type { PlayedClip } from '../testing-animation.ts';

/** Creates an input that plays one clip, by default at full weight. */
const createInput = (
  binding: PlayedClip['binding'],
  time: number,
  options: Partial<PlayedClip> = {},
): PlayedClip => ({
  ...{ binding, time, weight: 1, additive: false },
  ...options,
});

const createMoveClip = (from: number, to: number) =>
  createClip([createTrack('position', [0, 1], [from, 0, 0, to, 0, 0])]);

const createObjectFixture = () => {
  const { scene, empty } = createTestScene();
  const object = empty();
  return { scene, object, rig: new TestObjectMixer(object, scene), x: () => object.node.position.x };
};

describe('a pose', () => {
  it('follows the clip, and restores the property at its end', () => {
    const { object, rig, x } = createObjectFixture();
    object.node.position.x = 7;
    const binding = rig.bind(createMoveClip(10, 20));
    expect(binding).toMatchObject({ properties: ['Transform.position'], unbound: [] });
    rig.applyClips([createInput(binding, 0.25)]);
    expect(x()).toBe(12.5);
    rig.applyClips([]);
    expect(x()).toBe(7);
  });

  it('is the weighted mean of clips, filled up to 1 with the base value', () => {
    const { object, rig, x } = createObjectFixture();
    object.node.position.x = 100;
    const [ten, twenty] = [rig.bind(createMoveClip(10, 10)), rig.bind(createMoveClip(20, 20))];
    rig.applyClips([createInput(ten, 0), createInput(twenty, 0, { weight: 0.5 })]);
    expect(x()).toBeCloseTo(40 / 3, 12);
    rig.applyClips([createInput(ten, 0, { weight: 0.25 })]);
    expect(x()).toBe(77.5);
    rig.applyClips([createInput(ten, 0, { weight: 0 })]);
    expect(x()).toBe(100);
  });

  it('adds the offset of an additive clip from its first frame to everything else', () => {
    const { object, rig, x } = createObjectFixture();
    object.node.position.x = 4;
    const [base, gesture] = [rig.bind(createMoveClip(10, 10)), rig.bind(createMoveClip(5, 7))];
    const half = createInput(gesture, 0.5, { additive: true, weight: 0.5 });
    rig.applyClips([half, createInput(base, 0)]);
    expect(x()).toBe(10.5);
    rig.applyClips([half]);
    expect(x()).toBe(4.5);
    rig.applyClips([half]);
    expect(x()).toBe(4.5);
  });

  it('keeps what others wrote meanwhile as the new base value', () => {
    const { object, rig, x } = createObjectFixture();
    const gesture = rig.bind(createMoveClip(0, 1));
    const added = createInput(gesture, 1, { additive: true });
    rig.applyClips([added]);
    expect(x()).toBe(1);
    object.node.position.x = 50;
    rig.applyClips([added]);
    expect(x()).toBe(51);
    object.node.position.x = 60;
    rig.applyClips([]);
    expect(x()).toBe(60);
  });

  it('plays one clip twice at once, each at its own time', () => {
    const { rig, x } = createObjectFixture();
    const clip = createMoveClip(0, 8);
    rig.applyClips([
      createInput(rig.bind(clip), 0.25, { weight: 0.5 }),
      createInput(rig.bind(clip), 0.75, { weight: 0.5 }),
    ]);
    expect(x()).toBe(4);
  });

  it('can be undone while base values are restored, and is released with its values', () => {
    const { object, rig, x } = createObjectFixture();
    object.node.position.x = 7;
    const sounding = [createInput(rig.bind(createMoveClip(10, 10)), 0)];
    rig.applyClips(sounding);
    rig.restoreBaseValues();
    expect(x()).toBe(7);
    rig.applyClips(sounding);
    expect(x()).toBe(10);
    rig.release();
    rig.applyClips([]);
    expect(x()).toBe(10);
    expect(rig.state()).toEqual([]);
  });

  it('continues after a neighbouring row was freed', () => {
    const { scene, empty } = createTestScene();
    const poses = createSceneMixer({ times: [0, 0.5, 1], weights: [1, 1, 1] });
    const rigs = [0, 1, 2].map((row) => {
      const object = empty();
      const rig = new ObjectMixer(object, scene, poses);
      rig.setInputs([{ binding: rig.bind(createMoveClip(0, 8)), row, additive: false }]);
      return { object, rig };
    });
    const listPositions = () => rigs.map(({ object }) => object.node.position.x);
    poses.applyBlend();
    expect(listPositions()).toEqual([0, 4, 8]);
    rigs[0]!.rig.release();
    for (const { object } of rigs) object.node.position.x = -1;
    poses.applyBlend();
    expect(listPositions()).toEqual([-1, 4, 8]);
    rigs[1]!.rig.setInputs([]);
    poses.applyBlend();
    expect(listPositions()).toEqual([-1, -1, 8]);
  });

  it('exposes all state that determines its next writes', () => {
    const { object, rig } = createObjectFixture();
    object.node.position.set(1, 2, 3);
    const binding = rig.bind(createMoveClip(10, 20));
    expect(rig.state()).toEqual([]);
    rig.applyClips([createInput(binding, 1)]);
    expect(rig.state()).toEqual([{ name: 'Transform.position', rest: [1, 2, 3], written: [20, 0, 0] }]);
    rig.applyClips([]);
    expect(rig.state()).toEqual([]);
  });
});

describe('on a model', () => {
  const flower = async () => {
    const { assets, scene } = createTestScene({
      'flower.glb': toModelContent(await loadModel('flower.glb', readSunflower())),
    });
    const object = scene.spawn({ asset: 'flower.glb' }, { tag: 'flower' });
    const bone = (name: string) => findModelInstance(object)!.root.getObjectByName(name)!;
    const clip = (name: string) => listObjectClips(object, assets).find((one) => one.name === name)!;
    return { assets, scene, object, rig: new TestObjectMixer(object, scene), bone, clip };
  };

  it('clips find the nodes of the instance', async () => {
    const { scene, rig, bone, clip } = await flower();
    const other = scene.spawn({ asset: 'flower.glb' });
    expect(clip('Sway').tracks.map(({ target, property, type }) => [target, property, type])).toEqual([
      ['Root/LowerStem', 'rotation', 'Quaternion'],
      ['Root/LowerStem/UpperStem', 'rotation', 'Quaternion'],
      ['Root/LowerStem/UpperStem/Head', 'rotation', 'Quaternion'],
    ]);
    const binding = rig.bind(clip('Sway'));
    rig.applyClips([createInput(binding, 0.5)]);
    expect(bone('LowerStem').quaternion.toArray()).not.toEqual([0, 0, 0, 1]);
    expect(findModelInstance(other)!.root.getObjectByName('LowerStem')!.quaternion.toArray()).toEqual([
      0, 0, 0, 1,
    ]);
    rig.applyClips([]);
    expect(bone('LowerStem').quaternion.toArray()).toEqual([0, 0, 0, 1]);
  });

  it('a mixer belongs to the current instance of the model', async () => {
    const { object, rig, clip, scene } = await flower();
    const sway = clip('Sway');
    rig.bind(sway);
    expect(rig.isCurrent()).toBe(true);
    object.components.get('Model')!.rebuild();
    expect(rig.isCurrent()).toBe(false);
    const next: TestObjectMixer = new TestObjectMixer(object, scene);
    next.bind(sway);
    expect(next.isCurrent()).toBe(true);
    object.removeComponent('Model');
    expect(next.isCurrent()).toBe(false);
    next.applyClips([]);
    expect(new TestObjectMixer(object, scene).bind(sway).unbound[0]).toEqual({
      property: 'Root/LowerStem.rotation',
      reason: "the model has no visible node 'Root/LowerStem'",
    });
  });

  it('a mask limits a clip to a node and its descendants', async () => {
    const { rig, clip } = await flower();
    const names = ['Root/LowerStem', 'Root/LowerStem/UpperStem', 'Root/LowerStem/UpperStem/Head'];
    const properties = names.map((name) => `${name}.rotation`);
    expect(rig.bind(clip('Sway'), 'Head').properties).toEqual(properties.slice(2));
    expect(rig.bind(clip('Sway'), 'UpperStem').properties).toEqual(properties.slice(1));
    expect(rig.bind(clip('Sway'), 'Root')).toMatchObject({ properties, unbound: [] });
    const failure = (() => {
      try {
        return rig.bind(clip('Sway'), 'Heads');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining("There is nothing named 'Heads' below 'flower'."),
      details: { mask: 'Heads', nearest: ['Head'], names: expect.arrayContaining(['Root', 'Head']) },
    });
  });
});
