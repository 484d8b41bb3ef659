/** The flower's animation clips. Each clip uses a different interpolation. */
import type { jointNames } from './generate-flower-mesh.ts';

type Turn = readonly [number, number, number, number];

interface ClipTrack {
  readonly joint: (typeof jointNames)[number];
  readonly path: 'rotation' | 'scale';
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Keyframe times in seconds. */
  readonly times: readonly number[];
  /** For splines, each value is preceded by its in-tangent and followed by its out-tangent. */
  readonly values: readonly number[];
}

const rotateAround = (axis: 0 | 1 | 2, degrees: number): Turn => {
  const halfAngle = (degrees * Math.PI) / 360;
  const rotation = [0, 0, 0, Math.cos(halfAngle)] as [number, number, number, number];
  rotation[axis] = Math.sin(halfAngle);
  return rotation;
};

const identityRotation = [0, 0, 0, 0];

/** Creates a spline track with flat tangents, so that the motion rests at each keyframe. */
const createEasedTrack = (rotations: readonly Turn[]): number[] =>
  rotations.flatMap((rotation) => [...identityRotation, ...rotation, ...identityRotation]);

/** Creates a track that sways to both sides and back within two seconds. */
const createSwayTrack = (joint: ClipTrack['joint'], degrees: number): ClipTrack => {
  const steps = Array.from({ length: 9 }, (_, i) => i);
  return {
    joint,
    path: 'rotation',
    interpolation: 'LINEAR',
    times: steps.map((step) => step / 4),
    values: steps.flatMap((step) => rotateAround(2, degrees * Math.sin((Math.PI * step) / 4))),
  };
};

/** Creates a track that bows down and up again within one second. */
const createBowTrack = (joint: ClipTrack['joint'], degrees: number): ClipTrack => ({
  joint,
  path: 'rotation',
  interpolation: 'CUBICSPLINE',
  times: [0, 0.5, 1],
  values: createEasedTrack([rotateAround(0, 0), rotateAround(0, degrees), rotateAround(0, 0)]),
});

export const flowerClips: Readonly<Record<string, readonly ClipTrack[]>> = {
  Sway: [createSwayTrack('LowerStem', 8), createSwayTrack('UpperStem', 12), createSwayTrack('Head', 6)],
  Bow: [createBowTrack('UpperStem', 40), createBowTrack('Head', 35)],
  Spin: [
    {
      joint: 'Head',
      path: 'rotation',
      interpolation: 'LINEAR',
      times: [0, 0.75, 1.5, 2.25, 3],
      values: [0, 90, 180, 270, 360].flatMap((degrees) => rotateAround(2, degrees)),
    },
    {
      joint: 'Head',
      path: 'scale',
      interpolation: 'STEP',
      times: [0, 1.5, 3],
      values: [1, 1, 1, 1.2, 1.2, 1.2, 1, 1, 1],
    },
  ],
};
