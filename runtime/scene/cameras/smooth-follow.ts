import type { Vector3 } from '#spec/values.ts';

/** How something that follows moves. */
export interface Motion {
  readonly position: Vector3;
  /** Metres per second. */
  readonly velocity: Vector3;
}

/** The same along one axis. */
interface AxisMotion {
  readonly position: number;
  readonly velocity: number;
}

/**
 * A critically damped spring, solved rather than stepped, with a goal that moves evenly: x'' = -2r x' - r² (x - goal), r = 2 / damping.
 * Behind an even goal it comes to lag by `damping` seconds.
 */
const followAlongAxis = (
  { position, velocity }: AxisMotion,
  from: number,
  to: number,
  damping: number,
  seconds: number,
): AxisMotion => {
  const rate = 2 / damping;
  const drift = (to - from) / seconds;
  const lag = drift * damping;
  const decay = Math.exp(-rate * seconds);
  // what is left of a stiff spring is nothing, and its numbers may be too large to say so
  if (decay === 0) return { position: to - lag, velocity: drift };
  const gap = position - from + lag;
  const speed = velocity - drift;
  const push = speed + rate * gap;
  return {
    position: to - lag + (gap + push * seconds) * decay,
    velocity: drift + (speed - rate * push * seconds) * decay,
  };
};

const axes = ['x', 'y', 'z'] as const;

const zeroVelocity: Vector3 = { x: 0, y: 0, z: 0 };

/**
 * Where something that follows a goal is after some time, as by a critically damped spring: the same in one step as in many while the
 * goal moves evenly.
 * @param from where the goal was, and `to` where it is now, in metres
 * @param damping seconds to lag behind a goal that moves evenly; 0 is at the goal exactly
 * @param seconds that have passed
 */
export const followSmoothly = (
  motion: Motion,
  from: Vector3,
  to: Vector3,
  damping: number,
  seconds: number,
): Motion => {
  if (damping === 0) return { position: to, velocity: zeroVelocity };
  if (seconds === 0) return motion;
  const position = { ...zeroVelocity };
  const velocity = { ...zeroVelocity };
  for (const axis of axes) {
    const along = { position: motion.position[axis], velocity: motion.velocity[axis] };
    const next = followAlongAxis(along, from[axis], to[axis], damping, seconds);
    position[axis] = next.position;
    velocity[axis] = next.velocity;
  }
  return { position, velocity };
};
