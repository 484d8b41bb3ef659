import { createSeededRandom } from '../../engine/seeded-random.ts';
import { hasPassed } from '../timing.ts';

/** A shake of a view. */
export interface Shake {
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

const rest: ShakeOffset = { right: 0, up: 0 };

/** How often a second the view turns to another place. */
const turns = 20;

/** A place within a circle of radius 1, drawn evenly: the same for the same seed and turn. The first one is at rest. */
const placeOf = (seed: number, turn: number): ShakeOffset => {
  if (turn === 0) return rest;
  const random = createSeededRandom(seed, 'camera.shake', String(turn));
  const angle = 2 * Math.PI * random();
  const distance = Math.sqrt(random());
  return { right: distance * Math.cos(angle), up: distance * Math.sin(angle) };
};

/** Begins and ends slowly. */
const smooth = (share: number): number => share * share * (3 - 2 * share);

/**
 * Where a shake has moved the view to, from rest to rest, weaker as time goes on. It follows from the seed and the time alone.
 * @param seconds since it began
 */
export const shakeAt = ({ seed, strength, time }: Shake, seconds: number): ShakeOffset => {
  if (hasPassed(seconds, time)) return rest;
  const turn = Math.floor(seconds * turns);
  const share = smooth(seconds * turns - turn);
  const [from, to] = [placeOf(seed, turn), placeOf(seed, turn + 1)];
  const reach = strength * (1 - seconds / time);
  return {
    right: reach * (from.right + (to.right - from.right) * share),
    up: reach * (from.up + (to.up - from.up) * share),
  };
};
