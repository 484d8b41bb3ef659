/**
 * What physics calculates with. The engine has 32-bit numbers and checks none: within these ranges neither one step nor
 * any number of them leads to a number that is not finite.
 */

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A number of either sign. */
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
  /** Share of the speed that is lost in a second, for small shares. */
  drag: { min: 0, max: 1e4 },
  friction: { min: 0, max: 10 },
  bounciness: { min: 0, max: 1 },
  /** Newtons, newton metres, newton seconds, metres or degrees per second squared; on each axis. */
  push: symmetricRange(1e9),
  /** Metres per second in any direction: what would be faster is as fast as this. */
  speed: { min: 0, max: 400 },
  /** Degrees in a step about any axis: what would turn faster turns as fast as this. */
  turn: { min: 0, max: 45 },
  /** Metres per second squared on each axis. */
  gravity: symmetricRange(1e4),
} as const satisfies Record<string, Range>;
