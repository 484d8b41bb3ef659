/** Compares poses with those of the three.js mixer, wherever that mixer follows the description. */
import fc from 'fast-check';
import {
  AnimationClip,
  AnimationMixer,
  AnimationUtils,
  InterpolateDiscrete,
  Object3D,
  Quaternion,
  QuaternionKeyframeTrack,
  VectorKeyframeTrack,
} from 'three';
import { expect, it } from 'vitest';
import { createClip, createTrack, createTestScene, TestObjectMixer } from '../testing-animation.ts';
import type { Clip, Track } from '../clips/clip.ts';

const finiteNumbers = (size: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size });
const unit = finiteNumbers(4).map((numbers) => {
  const [x, y, z, w] = numbers as [number, number, number, number];
  return new Quaternion(x + 0.01, y, z, w).normalize().toArray();
});

const randomTrack = (property: 'position' | 'scale' | 'rotation'): fc.Arbitrary<Track> =>
  fc
    .record({
      keys: fc.array(
        fc.record({
          gap: fc.double({ min: 0.05, max: 0.5, noNaN: true }),
          value: property === 'rotation' ? unit : finiteNumbers(3),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      interpolation: fc.constantFrom('LINEAR' as const, 'STEP' as const),
    })
    .map(({ keys, interpolation }) => {
      let time = 0;
      const times = keys.map(({ gap }, index) => {
        time += index === 0 ? gap - 0.05 : gap;
        return time;
      });
      return createTrack(
        property,
        times,
        keys.flatMap(({ value }) => value),
        interpolation,
      );
    });

const randomClip = fc
  .tuple(
    randomTrack('position'),
    randomTrack('rotation'),
    randomTrack('scale'),
    fc.subarray([0, 1, 2], { minLength: 1 }),
  )
  .map(([position, rotation, scale, indexes]): Clip => {
    const tracks = indexes.map((index) => [position, rotation, scale][index]!);
    const ends = tracks.map(({ keys: { times } }) => times.at(-1)!);
    return createClip(tracks, Math.max(...ends, 0.01));
  });

/** Converts a clip to a three.js clip. */
const toThreeClip = ({ duration, tracks }: Clip): AnimationClip =>
  new AnimationClip(
    'clip',
    duration,
    tracks.map(({ property, keys }) => {
      if (!('numbers' in keys)) throw new Error('Expected numbers.');
      const Kind = property === 'rotation' ? QuaternionKeyframeTrack : VectorKeyframeTrack;
      const track = new Kind(
        property === 'rotation' ? '.quaternion' : `.${property}`,
        // three.js modifies its input array when it makes a clip additive
        [...keys.times],
        [...keys.numbers],
      );
      if (keys.interpolation === 'STEP') track.setInterpolation(InterpolateDiscrete);
      return track;
    }),
  );

const getMaxDifference = (first: Object3D, second: Object3D): number => {
  const { x, y, z, w } = second.quaternion;
  const side = Math.sign(first.quaternion.dot(second.quaternion)) || 1;
  const pairs = [
    ...first.position.toArray().map((value, index) => [value, second.position.getComponent(index)]),
    ...first.scale.toArray().map((value, index) => [value, second.scale.getComponent(index)]),
    ...first.quaternion.toArray().map((value, index) => [value * side, [x, y, z, w][index]!]),
  ];
  return Math.max(...pairs.map(([a, b]) => Math.abs(a! - b!)));
};

it('blends as the three.js mixer does, for any clips, weights and times', () => {
  const randomInput = fc.record({ clip: randomClip, additive: fc.boolean() });
  const randomSteps = fc.array(
    fc.array(
      fc.record({
        share: fc.double({ min: 0, max: 1, noNaN: true }),
        weight: fc.constantFrom(0, 1, 0.5, 0.25, 0.8),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 5 },
  );
  const pose = fc.record({ position: finiteNumbers(3), rotation: unit, scale: finiteNumbers(3) });
  fc.assert(
    fc.property(
      fc.array(randomInput, { minLength: 1, maxLength: 4 }),
      randomSteps,
      pose,
      (inputs, steps, basePose) => {
        const { scene, empty } = createTestScene();
        const object = empty();
        const threeObject = new Object3D();
        for (const node of [object.node, threeObject]) {
          node.position.fromArray(basePose.position);
          node.quaternion.fromArray(basePose.rotation);
          node.scale.fromArray(basePose.scale);
        }
        const rig = new TestObjectMixer(object, scene);
        const bindings = inputs.map(({ clip }) => rig.bind(clip));
        const mixer = new AnimationMixer(threeObject);
        const actions = inputs.map(({ clip, additive }) => {
          const threeClip = toThreeClip(clip);
          return mixer.clipAction(additive ? AnimationUtils.makeClipAdditive(threeClip) : threeClip).play();
        });
        for (const step of steps) {
          const played = inputs.map(({ clip, additive }, index) => {
            const { share: fraction, weight } = step[index]!;
            return { binding: bindings[index]!, time: fraction * clip.duration, weight, additive };
          });
          rig.applyClips(played);
          for (const [index, action] of actions.entries()) {
            const { time, weight } = played[index]!;
            action.time = time;
            action.setEffectiveWeight(weight);
          }
          mixer.update(0);
          expect(getMaxDifference(object.node, threeObject)).toBeLessThan(1e-6);
        }
      },
    ),
    { numRuns: 200 },
  );
});
