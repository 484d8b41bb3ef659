import type { Drawable, DrawablePart } from '#spec/scene-changes.ts';
import type { PartMode } from '../../kernels/rasterizer/render-frame.ts';

/**
 * A description of how a node is drawn, as numbers that each scan overwrites, so that scanning 1,000 unchanged nodes
 * allocates no memory.
 */
export class DrawableDescription {
  /** The tag of the scene object. */
  object = '';
  /**
   * The geometry, the order, and whether the node is skinned, casts shadows and receives shadows, followed by the
   * surface, mode, start and count of each part.
   */
  readonly numbers: number[] = [];
  #at = 0;
  #hasChanged = false;

  begin(object: string): void {
    this.#at = 0;
    this.#hasChanged = object !== this.object;
    this.object = object;
  }

  write(number: number): void {
    if (this.numbers[this.#at] !== number) {
      this.numbers[this.#at] = number;
      this.#hasChanged = true;
    }
    this.#at += 1;
  }

  get hasParts(): boolean {
    return this.#at > partsOffset;
  }

  /**
   * Ends the description.
   * @returns whether the description has changed
   */
  end(): boolean {
    const isShorter = this.#at < this.numbers.length;
    if (isShorter) this.numbers.length = this.#at;
    return isShorter || this.#hasChanged;
  }
}

const partsOffset = 5;
const partStride = 4;

const drawModes: Readonly<Record<PartMode, DrawablePart['mode']>> = [
  'triangles',
  'segments',
  'strip',
  'loop',
  'points',
  'wireframe',
];

/** Returns the JSON form of a description. */
export const serializeDrawable = (id: number, { object, numbers }: DrawableDescription): Drawable => {
  const [geometry = 0, order = 0, isSkinned, castsShadow, receivesShadow] = numbers;
  const parts: DrawablePart[] = [];
  for (let at = partsOffset; at < numbers.length; at += partStride) {
    const [surface = 0, mode = 0, start = 0, count = 0] = numbers.slice(at, at + partStride);
    parts.push({ surface, mode: drawModes[mode as PartMode], start, count });
  }
  return {
    ...{ id, object, geometry, order, isSkinned: isSkinned === 1 },
    ...(castsShadow === 1 && { castsShadow: true }),
    ...(receivesShadow === 1 && { receivesShadow: true }),
    parts,
  };
};
