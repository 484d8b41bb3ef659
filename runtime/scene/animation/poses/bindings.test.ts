/** What clips of documents find of an object, and what they do to it. */
import { Quaternion } from 'three';
import { describe, expect, it } from 'vitest';
import { loadModel } from '../../assets/models/load-model.ts';
import { sunflower } from '../../assets/models/testing-glb.ts';
import { instanceIn } from '../../components/model.ts';
import { kinds } from '../../components/kinds.ts';
import { rotationOf } from '../../transform.ts';
import { ClipList } from '../clips/clip-document.ts';
import { contentOf, openScene, posedRig } from '../testing.ts';
import type { Json } from '#spec/values.ts';
import type { SceneObject } from '../../scene-object.ts';
import type { PosedRig, Sounding } from '../testing.ts';
import { createPoses } from './poses.ts';
import { createRig } from './rig.ts';
import type { Binding, Rig } from './rig.ts';

const clipWith = (...tracks: Json[]) => ClipList.parse([{ name: 'clip', tracks }])[0]!;

const open = (type = 'Empty') => {
  const { scene } = openScene();
  const object = scene.spawn({ type }, { tag: 'one' });
  const rig = posedRig(object, scene);
  return { scene, object, rig };
};

const pose = (rig: PosedRig, binding: Binding, time: number, rest: Partial<Sounding> = {}): void =>
  rig.pose([{ binding, time, weight: 1, additive: false, ...rest }]);

const attach = (object: SceneObject, name: string): void => {
  object.attach(kinds.get(name)!);
};

describe('a clip of a document', () => {
  it('turns by its angles, so that there are whole turns, and blends as turns', () => {
    const { object, rig } = open();
    const spin = rig.bind(
      clipWith({
        property: 'rotation',
        times: [0, 4],
        values: [
          [0, 0, 0],
          [0, 360, 0],
        ],
      }),
    );
    pose(rig, spin, 1);
    expect(rotationOf(object, 'local').y).toBeCloseTo(90, 9);
    pose(rig, spin, 0.5, { weight: 0.5 });
    expect(rotationOf(object, 'local').y).toBeCloseTo(22.5, 9);
    pose(rig, spin, 0.5, { additive: true });
    expect(rotationOf(object, 'local').y).toBeCloseTo(45, 9);
    const order = rig.bind(clipWith({ property: 'rotation', times: [0], values: [[30, 40, 50]] }));
    pose(rig, order, 0);
    expect(rotationOf(object, 'local')).toEqual({ x: 30, y: 40, z: 50 });
  });

  it('moves properties of components as they take it', () => {
    const { object, rig } = open('Lights/Point Light');
    attach(object, 'AudioVisualiser');
    const light = object.parts.get('Light')!;
    const visualiser = object.parts.get('AudioVisualiser')!;
    const binding = rig.bind(
      clipWith(
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
    const told = () => [
      light.values.intensity,
      light.values.color,
      light.values.shadows,
      visualiser.values.bars,
    ];
    const before = told();
    pose(rig, binding, 0.25);
    expect(told()).toEqual([0, { r: 0.75, g: 0.25, b: 0, a: 1 }, 'hard', 2]);
    pose(rig, binding, 0.5);
    // below what an intensity can be
    expect(told()).toEqual([0, { r: 0.5, g: 0.5, b: 0, a: 1 }, 'soft', 3]);
    // which is nobody else's writing
    rig.pose([]);
    expect(told()).toEqual(before);
  });

  it('shows of states the one that weighs more, and of additive ones nothing', () => {
    const { object, rig } = open('Primitives/Cube');
    const mesh = object.parts.get('Mesh')!;
    const binding = rig.bind(
      clipWith({ component: 'Mesh', property: 'castShadow', times: [0], values: [false] }),
    );
    const shown = (weight: number, additive = false) => {
      pose(rig, binding, 0, { weight, additive });
      return mesh.values.castShadow;
    };
    expect([shown(0.4), shown(0.6), shown(1, true)]).toEqual([true, false, true]);
  });

  it('goes on top of what the clip of a parent does to the same node of a model', async () => {
    const { scene } = openScene({ 'flower.glb': contentOf(await loadModel('flower.glb', sunflower())) });
    const object = scene.spawn({ type: 'Empty' }, { tag: 'one' });
    const pot = scene.spawn({ asset: 'flower.glb' }, { tag: 'pot', name: 'pot', parent: 'one' });
    const stem = instanceIn(pot)!.root.getObjectByName('LowerStem')!;
    const x = () => stem.position.x;
    const poses = createPoses({ times: [0, 0], weights: [1, 0.5] });
    const place = (rig: Rig, target: string, row: number, at: number) => {
      const clip = clipWith({ target, property: 'position', times: [0], values: [[at, 0, 0]] });
      rig.cast([{ binding: rig.bind(clip), row, additive: false }]);
      poses.pose();
    };
    const [above, own] = [createRig(object, scene, poses), createRig(pot, scene, poses)];
    place(above, 'pot/Root/LowerStem', 0, 10);
    expect(x()).toBe(10);
    place(own, 'Root/LowerStem', 1, 20);
    expect(x()).toBe(15);
    place(above, 'pot/Root/LowerStem', 0, 30);
    expect(x()).toBe(25);
    own.cast([]);
    poses.pose();
    expect(x()).toBe(30);
  });

  it('moves child objects, their components and nodes of their models', async () => {
    const { scene } = openScene({ 'flower.glb': contentOf(await loadModel('flower.glb', sunflower())) });
    const object = scene.spawn({ type: 'Empty' }, { tag: 'one' });
    const pot = scene.spawn({ asset: 'flower.glb' }, { tag: 'pot', name: 'pot', parent: 'one' });
    scene.spawn({ type: 'Lights/Point Light' }, { tag: 'sun', name: 'sun', parent: 'pot' });
    const rig = posedRig(object, scene);
    const binding = rig.bind(
      clipWith(
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
    pose(rig, binding, 0);
    const bone = instanceIn(pot)!.root.getObjectByName('LowerStem')!;
    expect(pot.node.position.toArray()).toEqual([1, 2, 3]);
    expect(scene.get('sun').parts.get('Light')!.values.range).toBe(7);
    expect(bone.quaternion.angleTo(new Quaternion(Math.SQRT1_2, 0, 0, Math.SQRT1_2))).toBeCloseTo(0, 6);
    rig.pose([]);
    expect(pot.node.position.toArray()).toEqual([0, 0, 0]);
  });

  it('finds what has come since another clip was bound', () => {
    const { scene, rig } = open();
    const clip = (target: string) =>
      clipWith({ target, property: 'position', times: [0], values: [[0, 0, 0]] });
    expect(rig.bind(clip('arm')).unbound).toHaveLength(1);
    scene.spawn({ type: 'Empty' }, { name: 'leg', parent: 'one' });
    expect(rig.bind(clip('leg'))).toMatchObject({ properties: ['leg.Transform.position'], unbound: [] });
  });

  it('says which tracks have nothing to move, and why', () => {
    const { scene, rig } = open('Text/3D Text');
    scene.spawn({ type: 'Empty' }, { tag: 'child', name: 'child', parent: 'one' });
    const { properties, unbound } = rig.bind(
      clipWith(
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
      "Transform.position: 'position' takes keys of type Vector3; these are of type Float",
      'Transform.weights: it has 0 morph targets; the keys are for 1',
      "Transform.worldPosition: 'worldPosition' follows from other properties, which can be moved",
      "Light.range: 'one' has no property 'range' of a component 'Light'",
      "Text3D.sise: 'one' has no property 'sise' of a component 'Text3D'",
      "Text3D.size: 'size' takes keys of type Float; these are of type Boolean",
      expect.stringMatching(/^Text3D\.align: 'align' has no option 'centre'; there is '/),
      expect.stringMatching(/^Text3D\.text: 'text' takes at most \d+ characters$/),
      "Material.texture: 'texture' is of type AssetSelector, which clips do not move",
    ]);
  });
});

describe('a rig is of what is there', () => {
  it.each<[string, Json, (stage: ReturnType<typeof open>) => void]>([
    [
      'until a component comes that was missing',
      { component: 'AudioSource', property: 'volume', times: [0], values: [1] },
      ({ object }) => attach(object, 'AudioSource'),
    ],
    [
      'until a component that it moves is another one',
      { component: 'Collider', property: 'radius', times: [0], values: [1] },
      ({ object }) => attach(object, 'Collider'),
    ],
    [
      'until a component that it moves goes',
      { component: 'Collider', property: 'radius', times: [0], values: [1] },
      ({ object }) => object.detach('Collider'),
    ],
    [
      'until an object of a name comes',
      { target: 'leg', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => scene.spawn({ type: 'Empty' }, { name: 'leg', parent: 'one' }),
    ],
    [
      'until an object gets the name',
      { target: 'leg', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => {
        scene.get('arm').name = 'leg';
      },
    ],
    [
      'until an object that it moves goes',
      { target: 'arm', property: 'position', times: [0], values: [[0, 0, 0]] },
      ({ scene }) => scene.setParent(scene.get('arm'), null, false),
    ],
  ])('%s', (_, track, change) => {
    const stage = open('Primitives/Cube');
    attach(stage.object, 'Collider');
    stage.scene.spawn({ type: 'Empty' }, { tag: 'arm', name: 'arm', parent: 'one' });
    const binding = stage.rig.bind(clipWith(track));
    pose(stage.rig, binding, 0);
    expect(stage.rig.isCurrent()).toBe(true);
    change(stage);
    expect(stage.rig.isCurrent()).toBe(false);
    // nothing of what has gone is missed
    pose(stage.rig, binding, 0);
    stage.rig.pose([]);
    const next = posedRig(stage.object, stage.scene);
    next.bind(clipWith(track));
    expect(next.isCurrent()).toBe(true);
  });
});
