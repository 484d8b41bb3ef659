/** Compares the playback of model clips with the three.js mixer: splines, steps and morph targets. */
import fc from 'fast-check';
import { AnimationMixer, Mesh, type Object3D, Quaternion, Vector3 } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { expect, it } from 'vitest';
import { createModel } from '../../assets/models/model.ts';
import { findModelInstance } from '../../components/model-component.ts';
import { listObjectClips } from '../clips/list-object-clips.ts';
import { toModelContent, createTestScene, TestObjectMixer } from '../testing-animation.ts';
import { type Channel, createGltf, gltfNodes } from '../testing-gltf.ts';

const number = fc.double({ min: -1, max: 1, noNaN: true });
const numbers = (count: number) => fc.array(number, { minLength: count, maxLength: count });
const rotation = numbers(4).map(([x, y, z, w]) => new Quaternion(x, y, z, w! + 2).normalize().toArray());

const values = { translation: numbers(3), rotation, scale: numbers(3), weights: numbers(2) };

const channel = (node: Channel['node'], path: Channel['path']): fc.Arbitrary<Channel> =>
  fc
    .record({
      interpolation: fc.constantFrom('LINEAR' as const, 'STEP' as const, 'CUBICSPLINE' as const),
      keys: fc.array(
        fc.record({
          gap: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
          value: values[path],
          tangents: fc.tuple(values[path], values[path]),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    })
    .map(({ interpolation, keys }) => {
      let time = 0;
      return {
        ...{ node, path, interpolation },
        times: keys.map(({ gap }) => (time += gap)),
        values: keys.flatMap(({ value, tangents: [inTangent, outTangent] }) =>
          interpolation === 'CUBICSPLINE' ? [...inTangent, ...value, ...outTangent] : value,
        ),
      };
    });

const channels = fc
  .tuple(
    ...[channel('hip', 'translation'), channel('hip', 'rotation'), channel('leg', 'rotation')],
    ...[channel('leg', 'scale'), channel('face', 'weights'), channel('face', 'translation')],
  )
  .chain((all) => fc.subarray(all, { minLength: 1 }));

const listNumbers = (root: Object3D): number[] =>
  gltfNodes.flatMap((name) => {
    const node = root.getObjectByName(name)!;
    const weights = (node instanceof Mesh && node.morphTargetInfluences) || [];
    // a quaternion and its negative represent the same rotation
    const { x, y, z, w } = node.quaternion;
    const side = w < 0 ? -1 : 1;
    return [...node.position, ...[x, y, z, w].map((part) => part * side), ...node.scale, ...weights];
  });

it('moves the nodes of an instance as the three.js mixer does', async () => {
  const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      channels,
      fractions,
      fc.constantFrom(1, 0.3),
      async (animatedChannels, fractions, weight) => {
        const { scene: loaded, animations } = await createGltf(animatedChannels);
        const { scene, assets } = createTestScene({
          'one.glb': toModelContent(createModel(loaded, animations, [])),
        });
        const object = scene.spawn({ asset: 'one.glb' });
        const [clip] = listObjectClips(object, assets);
        const rig = new TestObjectMixer(object, scene);
        const binding = rig.bind(clip!);
        expect(binding.unbound).toEqual([]);
        expect(binding.properties).toHaveLength(animatedChannels.length);

        const threeRoot = clone(loaded);
        const mixer = new AnimationMixer(threeRoot);
        const action = mixer.clipAction(animations[0]!).play();
        action.setEffectiveWeight(weight);
        for (const fraction of fractions) {
          const time = fraction * clip!.duration;
          rig.applyClips([{ binding, time, weight, additive: false }]);
          action.time = time;
          mixer.update(0);
          const [actual, expected] = [listNumbers(findModelInstance(object)!.root), listNumbers(threeRoot)];
          const maxDifference = Math.max(...actual.map((value, index) => Math.abs(value - expected[index]!)));
          expect(maxDifference).toBeLessThan(1e-6);
        }
      },
    ),
    { numRuns: 100 },
  );
});

it('adds rotation splines relative to their first key, where the three.js mixer adds their raw tangents', async () => {
  const quarter = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
  const zeroTangent = [0, 0, 0, 0];
  const half = [0, 1, 0, 0];
  const keys = [zeroTangent, quarter, zeroTangent, zeroTangent, half, zeroTangent].flat();
  const { scene: loaded, animations } = await createGltf([
    { node: 'leg', path: 'rotation', interpolation: 'CUBICSPLINE', times: [0, 1], values: keys },
  ]);
  const { scene, assets } = createTestScene({
    'one.glb': toModelContent(createModel(loaded, animations, [])),
  });
  const object = scene.spawn({ asset: 'one.glb' });
  const rig = new TestObjectMixer(object, scene);
  const binding = rig.bind(listObjectClips(object, assets)[0]!);
  const leg = findModelInstance(object)!.root.getObjectByName('leg')!;
  leg.quaternion.setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2);
  rig.applyClips([{ binding, time: 1, weight: 1, additive: true }]);
  // the leg makes a quarter turn about its own Y axis, in addition to its quarter turn about X
  expect(leg.quaternion.toArray().map((part) => Math.round(part * 1e6) / 1e6)).toEqual([0.5, 0.5, 0.5, 0.5]);
});
