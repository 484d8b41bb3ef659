/**
 * Ranges of the numbers that the physics actions accept. The engine uses unchecked 32-bit floats. Within these ranges,
 * no number of ticks can produce a number that is not finite.
 */

export interface Range {
  readonly min: number;
  readonly max: number;
}

const symmetricRange = (max: number): Range => ({ min: -max, max });

export const physicsRanges = {
  /** Distance from the origin on each axis, in metres. */
  coordinate: symmetricRange(1e6),
  /** Size, radius, height or distance in metres, including scale. */
  length: { min: 1e-4, max: 1e6 },
  /** Offset in metres from the middle of a body to the middle of a collider, including scale. */
  offset: symmetricRange(1e5),
  scale: symmetricRange(1e6),
  /** Mass in kilograms. */
  mass: { min: 1e-3, max: 1e9 },
  /** For small values, the fraction of the speed that is lost per second. */
  drag: { min: 0, max: 1e4 },
  friction: { min: 0, max: 10 },
  bounciness: { min: 0, max: 1 },
  /** Newtons, newton metres, newton seconds, or metres or degrees per second squared, on each axis. */
  push: symmetricRange(1e9),
  /** Speed in metres per second in any direction. Higher speeds are clamped. */
  speed: { min: 0, max: 400 },
  /** Rotation in degrees per tick about any axis. Higher speeds are clamped. */
  turn: { min: 0, max: 45 },
  /** Acceleration in metres per second squared on each axis. */
  gravity: symmetricRange(1e4),
} as const satisfies Record<string, Range>;
