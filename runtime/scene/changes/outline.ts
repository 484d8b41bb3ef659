import type { Drawable, DrawablePart } from '#spec/scene-changes.ts';
import type { PartMode } from '../pictures/frame.ts';

/** What is drawn of a node, as numbers that are written over in the next look: a look at 1,000 that stay as they are makes no objects. */
export interface Outline {
  /** Tag of the scene object that it belongs to. */
  object: string;
  /** Geometry, order, and whether it is skinned; then surface, mode, start and count of each part. */
  readonly numbers: number[];
}

const partsAt = 3;
const partLength = 4;

export const isSameOutline = (before: Outline, now: Outline): boolean =>
  before.object === now.object &&
  before.numbers.length === now.numbers.length &&
  before.numbers.every((number, i) => number === now.numbers[i]);

export const copyOutline = ({ object, numbers }: Outline): Outline => ({ object, numbers: [...numbers] });

const modes: Readonly<Record<PartMode, DrawablePart['mode']>> = [
  'triangles',
  'segments',
  'strip',
  'loop',
  'points',
  'wireframe',
];

/** An outline in words. */
export const shownDrawable = (id: number, { object, numbers }: Outline): Drawable => {
  const [geometry = 0, order = 0, isSkinned] = numbers;
  const parts: DrawablePart[] = [];
  for (let at = partsAt; at < numbers.length; at += partLength) {
    const [surface = 0, mode = 0, start = 0, count = 0] = numbers.slice(at, at + partLength);
    parts.push({ surface, mode: modes[mode as PartMode], start, count });
  }
  return { id, object, geometry, order, isSkinned: isSkinned === 1, parts };
};
