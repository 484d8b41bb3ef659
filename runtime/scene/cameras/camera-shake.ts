import { createSeededRandom } from '../../engine/seeded-random.ts';
import { hasPassed } from '../elapsed-time.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Interpolator } from '../tweens/interpolators.ts';
import type { ShakeOffset } from './camera-view.ts';
import type { Cameras } from './cameras.ts';

interface CameraShake {
  readonly seed: number;
  /** The maximum offset of the view in metres. */
  readonly strength: number;
  /** The duration of the shake in seconds. */
  readonly time: number;
}

const noOffset: ShakeOffset = { right: 0, up: 0 };

/** The number of random offsets per second. */
const offsetsPerSecond = 20;

/**
 * Returns a uniformly random point in a unit circle, which only depends on the seed and the index. The first point is
 * zero.
 */
const getRandomOffset = (seed: number, index: number): ShakeOffset => {
  if (index === 0) return noOffset;
  const random = createSeededRandom(seed, 'camera.shake', String(index));
  const angle = 2 * Math.PI * random();
  const distance = Math.sqrt(random());
  return { right: distance * Math.cos(angle), up: distance * Math.sin(angle) };
};

/** Returns the eased fraction, with a slow start and a slow end. */
const smoothstep = (fraction: number): number => fraction * fraction * (3 - 2 * fraction);

/**
 * Returns the decaying offset of a shake, which starts and ends at zero. The offset depends only on the shake and the
 * time.
 * @param seconds the time since the start of the shake
 */
export const getShakeOffset = ({ seed, strength, time }: CameraShake, seconds: number): ShakeOffset => {
  if (hasPassed(seconds, time)) return noOffset;
  const index = Math.floor(seconds * offsetsPerSecond);
  const fraction = smoothstep(seconds * offsetsPerSecond - index);
  const [from, to] = [getRandomOffset(seed, index), getRandomOffset(seed, index + 1)];
  const amplitude = strength * (1 - seconds / time);
  return {
    right: amplitude * (from.right + (to.right - from.right) * fraction),
    up: amplitude * (from.up + (to.up - from.up) * fraction),
  };
};

/** Creates a shake of a camera's view that is driven by a tween. The offset is removed however the tween ends. */
export const createCameraShakeInterpolator = (
  cameras: Cameras,
  camera: SceneObject,
  shake: CameraShake,
): Interpolator => {
  const clearOffset = (): void => cameras.clearViewOffset(camera);
  return {
    applyAt: (fraction) => cameras.setViewOffset(camera, getShakeOffset(shake, fraction * shake.time)),
    applyEnd: clearOffset,
    abort: clearOffset,
    state: () => shake,
  };
};
