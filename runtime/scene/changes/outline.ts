import type { Drawable, DrawablePart } from '#spec/scene-changes.ts';
import type { PartMode } from '../pictures/frame.ts';

/** What is drawn of a node, as numbers that each look writes over: a look at 1,000 that stay as they are makes no objects. */
export class Outline {
  /** Tag of the scene object that it belongs to. */
  object = '';
  /** Geometry, order, and whether it is skinned; then surface, mode, start and count of each part. */
  readonly numbers: number[] = [];
  #at = 0;
  #isOther = false;

  begin(object: string): void {
    this.#at = 0;
    this.#isOther = object !== this.object;
    this.object = object;
  }

  put(number: number): void {
    if (this.numbers[this.#at] !== number) {
      this.numbers[this.#at] = number;
      this.#isOther = true;
    }
    this.#at += 1;
  }

  /** Whether there is a part. */
  get isAny(): boolean {
    return this.#at > partsAt;
  }

  /** @returns whether it is another than before */
  end(): boolean {
    const isShorter = this.#at < this.numbers.length;
    if (isShorter) this.numbers.length = this.#at;
    return isShorter || this.#isOther;
  }
}

const partsAt = 3;
const partLength = 4;

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
