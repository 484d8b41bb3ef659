/** How assets of other makers are taken: properties that stand in a file beside theirs (C-123). */
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
      floatProperty(1, 'How many metres a unit of the file is', { minimum: 0.0001, maximum: 10_000 }),
    ),
  },
  image: {
    pixelsPerMetre: markStructural(
      floatProperty(100, 'Pixels on a metre where it is spawned', { minimum: 0.01, maximum: 100_000 }),
    ),
    filter: optionProperty(
      ['smooth', 'sharp'],
      'Whether pixels run into each other where they are magnified',
    ),
    wrap: optionProperty(['clamp', 'repeat', 'mirror'], 'What a surface shows beyond the edges'),
  },
} as const satisfies Readonly<Record<string, PropertySchema>>;

type ImportableKind = keyof typeof importSettingsSchema;
export type ImportSettings<K extends ImportableKind> = Readonly<
  InferValues<(typeof importSettingsSchema)[K]>
>;

/** The settings of a file as far as they can be taken; what cannot, and what is missing, is as usual. */
export const parseImportSettings = <K extends ImportableKind>(
  kind: K,
  saved: Readonly<Record<string, Json>>,
): ImportSettings<K> => {
  const slots: PropertySchema = importSettingsSchema[kind];
  const entries = Object.entries(slots).map(([name, { type, options, minimum, maximum, initial }]) => {
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
