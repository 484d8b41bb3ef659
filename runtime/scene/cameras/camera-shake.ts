import { createSeededRandom } from '../../engine/seeded-random.ts';
import { hasPassed } from '../elapsed-time.ts';

/** A shake of a view. */
export interface CameraShake {
  readonly seed: number;
  /** Metres that the view moves at most. */
  readonly strength: number;
  /** Seconds until it is at rest again. */
  readonly time: number;
}

/** Metres within the plane of a view: to its right, and up. */
export interface ShakeOffset {
  readonly right: number;
  readonly up: number;
}

const noOffset: ShakeOffset = { right: 0, up: 0 };

/** How often a second the view turns to another place. */
const offsetsPerSecond = 20;

/** A place within a circle of radius 1, drawn evenly: the same for the same seed and turn. The first one is at rest. */
const getRandomOffset = (seed: number, turn: number): ShakeOffset => {
  if (turn === 0) return noOffset;
  const random = createSeededRandom(seed, 'camera.shake', String(turn));
  const angle = 2 * Math.PI * random();
  const distance = Math.sqrt(random());
  return { right: distance * Math.cos(angle), up: distance * Math.sin(angle) };
};

/** Begins and ends slowly. */
const smoothstep = (share: number): number => share * share * (3 - 2 * share);

/**
 * Where a shake has moved the view to, from rest to rest, weaker as time goes on. It follows from the seed and the time alone.
 * @param seconds since it began
 */
export const getShakeOffset = ({ seed, strength, time }: CameraShake, seconds: number): ShakeOffset => {
  if (hasPassed(seconds, time)) return noOffset;
  const turn = Math.floor(seconds * offsetsPerSecond);
  const share = smoothstep(seconds * offsetsPerSecond - turn);
  const [from, to] = [getRandomOffset(seed, turn), getRandomOffset(seed, turn + 1)];
  const reach = strength * (1 - seconds / time);
  return {
    right: reach * (from.right + (to.right - from.right) * share),
    up: reach * (from.up + (to.up - from.up) * share),
  };
};
