/** Import settings of models and images, which are stored in a file beside the asset (C-123). */
import {
  LinearFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  RepeatWrapping,
  ClampToEdgeWrapping,
} from 'three';
import { clampToRange } from '#spec/coerce-value.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { floatProperty, optionProperty, markStructural } from '../components/property-schema.ts';
import type { Texture } from 'three';
import type { Json } from '#spec/values.ts';
import type { PropertySchema, InferValues } from '../components/property-schema.ts';

export const importSettingsSchema = {
  model: {
    scale: markStructural(
      floatProperty(1, 'Metres per unit of the file', { minimum: 0.0001, maximum: 10_000 }),
    ),
  },
  image: {
    pixelsPerMetre: markStructural(
      floatProperty(100, 'Pixels per metre of the spawned object', { minimum: 0.01, maximum: 100_000 }),
    ),
    filter: optionProperty(['smooth', 'sharp'], 'Whether magnified pixels are blended or stay sharp'),
    wrap: optionProperty(['clamp', 'repeat', 'mirror'], 'How the image continues beyond its edges'),
  },
} as const satisfies Readonly<Record<string, PropertySchema>>;

type ImportableKind = keyof typeof importSettingsSchema;
export type ImportSettings<K extends ImportableKind> = Readonly<
  InferValues<(typeof importSettingsSchema)[K]>
>;

/**
 * Reads import settings from a file. A missing or invalid value is replaced by its default, and a value out of range is
 * clamped.
 */
export const parseImportSettings = <K extends ImportableKind>(
  kind: K,
  saved: Readonly<Record<string, Json>>,
): ImportSettings<K> => {
  const schema: PropertySchema = importSettingsSchema[kind];
  const entries = Object.entries(schema).map(([name, { type, options, minimum, maximum, initial }]) => {
    const value = Object.hasOwn(saved, name) ? toCanonicalValue(type, saved[name], options ?? []) : undefined;
    return [name, value === undefined ? initial : clampToRange({ minimum, maximum }, value)];
  });
  return Object.fromEntries(entries);
};

const wrapModes = { clamp: ClampToEdgeWrapping, repeat: RepeatWrapping, mirror: MirroredRepeatWrapping };

export const applyTextureSettings = (texture: Texture, { filter, wrap }: ImportSettings<'image'>): void => {
  texture.magFilter = filter === 'sharp' ? NearestFilter : LinearFilter;
  texture.wrapS = wrapModes[wrap];
  texture.wrapT = wrapModes[wrap];
};
