/** How the flower moves: each clip with another way between its keyframes. */
import type { jointNames } from './flower-mesh.ts';

type Turn = readonly [number, number, number, number];

interface Track {
  readonly joint: (typeof jointNames)[number];
  readonly path: 'rotation' | 'scale';
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds. */
  readonly times: readonly number[];
  /** For splines, tangents stand before and after each value. */
  readonly values: readonly number[];
}

const around = (axis: 0 | 1 | 2, degrees: number): Turn => {
  const half = (degrees * Math.PI) / 360;
  const turn = [0, 0, 0, Math.cos(half)] as [number, number, number, number];
  turn[axis] = Math.sin(half);
  return turn;
};

const still = [0, 0, 0, 0];

/** Flat tangents: it comes to rest at each keyframe. */
const eased = (turns: readonly Turn[]): number[] => turns.flatMap((turn) => [...still, ...turn, ...still]);

/** To both sides and back in two seconds. */
const sway = (joint: Track['joint'], degrees: number): Track => {
  const steps = Array.from({ length: 9 }, (_, i) => i);
  return {
    joint,
    path: 'rotation',
    interpolation: 'LINEAR',
    times: steps.map((step) => step / 4),
    values: steps.flatMap((step) => around(2, degrees * Math.sin((Math.PI * step) / 4))),
  };
};

/** Down and up again in one second. */
const bow = (joint: Track['joint'], degrees: number): Track => ({
  joint,
  path: 'rotation',
  interpolation: 'CUBICSPLINE',
  times: [0, 0.5, 1],
  values: eased([around(0, 0), around(0, degrees), around(0, 0)]),
});

export const clips: Readonly<Record<string, readonly Track[]>> = {
  Sway: [sway('LowerStem', 8), sway('UpperStem', 12), sway('Head', 6)],
  Bow: [bow('UpperStem', 40), bow('Head', 35)],
  Spin: [
    {
      joint: 'Head',
      path: 'rotation',
      interpolation: 'LINEAR',
      times: [0, 0.75, 1.5, 2.25, 3],
      values: [0, 90, 180, 270, 360].flatMap((degrees) => around(2, degrees)),
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
