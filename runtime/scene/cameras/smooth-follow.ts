import type { Vector3 } from '#spec/values.ts';

export interface Motion {
  readonly position: Vector3;
  /** The velocity in metres per second. */
  readonly velocity: Vector3;
}

interface AxisMotion {
  readonly position: number;
  readonly velocity: number;
}

/**
 * Solves a critically damped spring in closed form, for a goal that moves at constant speed: x'' = -2r x' - r² (x -
 * goal), where r = 2 / damping. The follower lags by `damping` seconds.
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
  // A very stiff spring has already settled, and the terms below could overflow.
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
 * Computes the motion of a critically damped follower. While the goal moves at constant speed, one long step gives the
 * same result as many short ones.
 * @param from the previous position of the goal in metres
 * @param to the current position of the goal in metres
 * @param damping how many seconds the follower lags behind a goal that moves at constant speed; 0 means no lag
 * @param seconds the time that has passed
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
