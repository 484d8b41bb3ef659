/**
 * Ranges of the numbers that physics accepts. The engine uses unchecked 32-bit floats. Within these ranges, no number
 * of ticks can lead to a number that is not finite.
 */

export interface Range {
  readonly min: number;
  readonly max: number;
}

const symmetricRange = (max: number): Range => ({ min: -max, max });

export const physicsRanges = {
  /** Metres from the origin on each axis. */
  coordinate: symmetricRange(1e6),
  /** Metres of a size, radius, height or distance, scale included. */
  length: { min: 1e-4, max: 1e6 },
  /** Metres from the middle of a body to the middle of a collider, scale included. */
  offset: symmetricRange(1e5),
  scale: symmetricRange(1e6),
  /** Kilograms. */
  mass: { min: 1e-3, max: 1e9 },
  /** Fraction of the speed that is lost per second, for small fractions. */
  drag: { min: 0, max: 1e4 },
  friction: { min: 0, max: 10 },
  bounciness: { min: 0, max: 1 },
  /** Newtons, newton metres, newton seconds, or metres or degrees per second squared, on each axis. */
  push: symmetricRange(1e9),
  /** Metres per second in any direction. Higher speeds are clamped. */
  speed: { min: 0, max: 400 },
  /** Degrees per tick about any axis. Higher speeds are clamped. */
  turn: { min: 0, max: 45 },
  /** Metres per second squared on each axis. */
  gravity: symmetricRange(1e4),
} as const satisfies Record<string, Range>;
