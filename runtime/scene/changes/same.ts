/** Whether what is shown is what it was before. */
import type { Drawable, DrawablePart, ShownTexture } from '#spec/scene-changes.ts';

/** What a surface looks like, by `surfaceField`. */
export interface Painted {
  readonly numbers: Float64Array;
  readonly texture: ShownTexture | undefined;
}

export const isSamePaint = (before: Painted, now: Painted): boolean =>
  before.numbers.every((number, i) => number === now.numbers[i]) &&
  isSameTexture(before.texture, now.texture);

const isSameTexture = (before: ShownTexture | undefined, now: ShownTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);

export const isSameDrawable = (before: Omit<Drawable, 'id'>, now: Omit<Drawable, 'id'>): boolean =>
  before.object === now.object &&
  before.geometry === now.geometry &&
  before.order === now.order &&
  before.parts.length === now.parts.length &&
  before.parts.every((part, i) => isSamePart(part, now.parts[i]));

const isSamePart = (before: DrawablePart, now: DrawablePart | undefined): boolean =>
  before.surface === now?.surface &&
  before.mode === now.mode &&
  before.start === now.start &&
  before.count === now.count;
