/** Tests how clips are bound to an object and how they animate it. */
import { Quaternion } from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../assets/models/load-model.ts';
import { readSunflower } from '../../assets/models/testing-glb.ts';
import { findModelInstance } from '../../components/model-component.ts';
import { componentTypes } from '../../components/component-types.ts';
import { getRotation } from '../../object-transform.ts';
import { ClipList } from '../clips/clip-document.ts';
import { createTestScene, type PlayedClip, TestObjectMixer, toModelContent } from '../testing-animation.ts';
import type { Json } from '#spec/values.ts';
import type { SceneObject } from '../../scene-object.ts';
import { createSceneMixer } from './scene-mixer.ts';
import { type ClipBinding, ObjectMixer } from './object-mixer.ts';

const createClip = (...tracks: Json[]) => ClipList.parse([{ name: 'clip', tracks }])[0]!;

const createTestObject = (type = 'Empty') => {
  const { scene } = createTestScene();
  const object = scene.spawn({ type }, { tag: 'one' });
  const rig = new TestObjectMixer(object, scene);
  return { scene, object, rig };
};

const applyClip = (
  rig: TestObjectMixer,
  binding: ClipBinding,
  time: number,
  options: Partial<PlayedClip> = {},
): void => rig.applyClips([{ binding, time, weight: 1, additive: false, ...options }]);

const addChild = (object: SceneObject, name: string): void => {
  object.addComponent(componentTypes.get(name)!);
};

describe('a clip of a document', () => {
  it('animates Euler angles, so that it can make full turns, and blends rotations', () => {
    const { object, rig } = createTestObject();
    const spin = rig.bind(
      createClip({
        property: 'rotation',
        times: [0, 4],
        values: [
          [0, 0, 0],
          [0, 360, 0],
        ],
      }),
    );
    applyClip(rig, spin, 1);
    expect(getRotation(object, 'local').y).toBeCloseTo(90, 9);
    applyClip(rig, spin, 0.5, { weight: 0.5 });
    expect(getRotation(object, 'local').y).toBeCloseTo(22.5, 9);
    applyClip(rig, spin, 0.5, { additive: true });
    expect(getRotation(object, 'local').y).toBeCloseTo(45, 9);
    const order = rig.bind(createClip({ property: 'rotation', times: [0], values: [[30, 40, 50]] }));
    applyClip(rig, order, 0);
    expect(getRotation(object, 'local')).toEqual({ x: 30, y: 40, z: 50 });
  });

  it('moves properties of components within their ranges', () => {
    const { object, rig } = createTestObject('Lights/Point Light');
    addChild(object, 'AudioVisualiser');
    const light = object.components.get('Light')!;
    const visualiser = object.components.get('AudioVisualiser')!;
    const binding = rig.bind(
      createClip(
        { component: 'Light', property: 'intensity', times: [0, 1], values: [2, -6] },
        {
          component: 'Light',
          property: 'color',
          times: [0, 1],
          values: [[1, 0, 0, 1], { r: 0, g: 1, b: 0 }],
        },
        { component: 'AudioVisualiser', property: 'bars', times: [0, 1], values: [1, 4] },
        { component: 'Light', property: 'shadows', times: [0, 0.5], values: ['hard', 'soft'] },
      ),
    );
    expect(binding).toMatchObject({
      properties: ['AudioVisualiser.bars', 'Light.color', 'Light.intensity', 'Light.shadows'],
      unbound: [],
    });
    const readValues = () => [
      light.values.intensity,
      light.values.color,
      light.values.shadows,
      visualiser.values.bars,
    ];
    const before = readValues();
    applyClip(rig, binding, 0.25);
    expect(readValues()).toEqual([0, { r: 0.75, g: 0.25, b: 0, a: 1 }, 'hard', 2]);
    applyClip(rig, binding, 0.5);
    // the intensity is clamped to its minimum
    expect(readValues()).toEqual([0, { r: 0.5, g: 0.5, b: 0, a: 1 }, 'soft', 3]);
    // clamping must not be treated as a write by others
    rig.applyClips([]);
    expect(readValues()).toEqual(before);
  });

  it('shows the discrete value with more weight, and ignores additive ones', () => {
    const { object, rig } = createTestObject('Primitives/Cube');
    const mesh = object.components.get('Mesh')!;
    const binding = rig.bind(
      createClip({ component: 'Mesh', property: 'castShadow', times: [0], values: [false] }),
    );
    const getCastShadow = (weight: number, additive = false) => {
      applyClip(rig, binding, 0, { weight, additive });
      return mesh.values.castShadow;
    };
    expect([getCastShadow(0.4), getCastShadow(0.6), getCastShadow(1, true)]).toEqual([true, false, true]);
  });

  it('is applied on top of the clip of a parent that moves the same node of a model', async () => {
    const { scene } = createTestScene({
      'flower.glb': toModelContent(await loadModel('flower.glb', readSunflower())),
    });
    const object = scene.spawn({ type: 'Empty' }, { tag: 'one' });
    const pot = scene.spawn({ asset: 'flower.glb' }, { tag: 'pot', name: 'pot', parent: 'one' });
    const stem = findModelInstance(pot)!.root.getObjectByName('LowerStem')!;
    const x = () => stem.position.x;
    const poses = createSceneMixer({ times: [0, 0], weights: [1, 0.5] });
    const play = (rig: ObjectMixer, target: string, row: number, at: number) => {
      const clip = createClip({ target, property: 'position', times: [0], values: [[at, 0, 0]] });
      rig.setInputs([{ binding: rig.bind(clip), row, additive: false }]);
      poses.applyBlend();
    };
    const [objectRig, potRig] = [new ObjectMixer(object, scene, poses), new ObjectMixer(pot, scene, poses)];
    play(objectRig, 'pot/Root/LowerStem', 0, 10);
    expect(x()).toBe(10);
    play(potRig, 'Root/LowerStem', 1, 20);
    expect(x()).toBe(15);
    play(objectRig, 'pot/Root/LowerStem', 0, 30);
    expect(x()).toBe(25);
    potRig.setInputs([]);
    poses.applyBlend();
    expect(x()).toBe(30);
  });

  it('moves child objects, their components and nodes of their models', async () => {
    const { scene } = createTestScene({
      'flower.glb': toModelContent(await loadModel('flower.glb', readSunflower())),
    });
    const object = scene.spawn({ type: 'Empty' }, { tag: 'one' });
    const pot = scene.spawn({ asset: 'flower.glb' }, { tag: 'pot', name: 'pot', parent: 'one' });
    scene.spawn({ type: 'Lights/Point Light' }, { tag: 'sun', name: 'sun', parent: 'pot' });
    const rig = new TestObjectMixer(object, scene);
    const binding = rig.bind(
      createClip(
        { target: 'pot', property: 'position', times: [0], values: [[1, 2, 3]] },
        { target: 'pot/sun', component: 'Light', property: 'range', times: [0], values: [7] },
        { target: 'pot/Root/LowerStem', property: 'rotation', times: [0], values: [[90, 0, 0]] },
      ),
    );
    expect(binding.properties).toEqual([
      'pot.Transform.position',
      'pot/Root/LowerStem.rotation',
      'pot/sun.Light.range',
    ]);
    applyClip(rig, binding, 0);
    const bone = findModelInstance(pot)!.root.getObjectByName('LowerStem')!;
    expect(pot.node.position.toArray()).toEqual([1, 2, 3]);
    expect(scene.get('sun').components.get('Light')!.values.range).toBe(7);
    expect(bone.quaternion.angleTo(new Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2))).toBeCloseTo(0, 6);
    rig.applyClips([]);
    expect(pot.node.position.toArray()).toEqual([0, 0, 0]);
  });

  it('finds objects that were added after another clip was bound', () => {
    const { scene, rig } = createTestObject();
    const clip = (target: string) =>
      createClip({ target, property: 'position', times: [0], values: [[0, 0, 0]] });
    expect(rig.bind(clip('arm')).unbound).toHaveLength(1);
    scene.spawn({ type: 'Empty' }, { name: 'leg', parent: 'one' });
    expect(rig.bind(clip('leg'))).toMatchObject({ properties: ['leg.Transform.position'], unbound: [] });
  });

  it('reports which tracks have nothing to move, and why', () => {
    const { scene, rig } = createTestObject('Text/3D Text');
    scene.spawn({ type: 'Empty' }, { tag: 'child', name: 'child', parent: 'one' });
    const { properties, unbound } = rig.bind(
      createClip(
        { target: 'child/leg', property: 'position', times: [0], values: [[0, 0, 0]] },
        { property: 'position', times: [0], values: [1] },
        { property: 'weights', times: [0], values: [[1]] },
        { property: 'worldPosition', times: [0], values: [[0, 0, 0]] },
        { component: 'Light', property: 'range', times: [0], values: [1] },
        { component: 'Text3D', property: 'sise', times: [0], values: [1] },
        { component: 'Text3D', property: 'size', times: [0], values: [true] },
        { component: 'Text3D', property: 'align', times: [0], values: ['centre'] },
        { component: 'Text3D', property: 'text', times: [0], values: ['x'.repeat(100_000)] },
        { component: 'Material', property: 'texture', times: [0], values: ['a.png'] },
      ),
    );
    expect(properties).toEqual([]);
    expect(unbound.map(({ property, reason }) => `${property}: ${reason}`)).toEqual([
      "child/leg.Transform.position: there is nothing named 'leg' under 'child'",
      "Transform.position: 'position' accepts keys of type Vector3; these are of type Float",
      'Transform.weights: it has 0 morph targets; the keys are for 1',
      "Transform.worldPosition: 'worldPosition' follows from other properties; animate those",
      "Light.range: the component 'Light' of 'one' has no property 'range'",
      "Text3D.sise: the component 'Text3D' of 'one' has no property 'sise'",
      "Text3D.size: 'size' accepts keys of type Float; these are of type Boolean",
      expect.stringMatching(/^Text3D\.align: 'align' has no option 'centre'; did you mean '/),
      expect.stringMatching(/^Text3D\.text: 'text' accepts at most \d+ characters$/),
      "Material.texture: 'texture' is of type AssetSelector, which clips cannot move",
    ]);
  });
});

describe('a mixer is current', () => {
  it.each<[string, Json, (runtime: ReturnType<typeof createTestObject>) => void]>([
    [
      'until a missing component is added',
      { component: 'AudioSource', property: 'volume', times: [0], values: [1] },
      ({ object }) => addChild(object, 'AudioSource'),
    ],
    [
      'until a component that it moves is replaced',
      { component: 'Collider', property: 'radius', times: [0], values: [1] },
      ({ object }) => addChild(object, 'Collider'),
    ],
    [
      'until a component that it moves is removed',
      { component: 'Collider', property: 'radius', times: [0], values: [1] },
      ({ object }) => object.removeComponent('Collider'),
    ],
    [
      'until an object with a missing name is added',
      { target: 'leg', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => scene.spawn({ type: 'Empty' }, { name: 'leg', parent: 'one' }),
    ],
    [
      'until an object gets a missing name',
      { target: 'leg', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => {
        scene.get('arm').name = 'leg';
      },
    ],
    [
      'until an object that it moves is removed',
      { target: 'arm', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => scene.setParent(scene.get('arm'), null, false),
    ],
  ])('%s', (_, track, change) => {
    const runtime = createTestObject('Primitives/Cube');
    addChild(runtime.object, 'Collider');
    runtime.scene.spawn({ type: 'Empty' }, { tag: 'arm', name: 'arm', parent: 'one' });
    const binding = runtime.rig.bind(createClip(track));
    applyClip(runtime.rig, binding, 0);
    expect(runtime.rig.isCurrent()).toBe(true);
    change(runtime);
    expect(runtime.rig.isCurrent()).toBe(false);
    // writes to removed targets are ignored
    applyClip(runtime.rig, binding, 0);
    runtime.rig.applyClips([]);
    const next = new TestObjectMixer(runtime.object, runtime.scene);
    next.bind(createClip(track));
    expect(next.isCurrent()).toBe(true);
  });
});
