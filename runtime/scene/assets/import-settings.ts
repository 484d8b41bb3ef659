/** How assets of other makers are taken: properties that stand in a file beside theirs (register: C-123). */
import {
  LinearFilter,
  MirroredRepeatWrapping,
  NearestFilter,
  RepeatWrapping,
  ClampToEdgeWrapping,
} from 'three';
import { withinRange } from '#spec/coerce.ts';
import { canonical } from '#spec/shapes.ts';
import { float, option, structural } from '../components/slots.ts';
import type { Texture } from 'three';
import type { Json } from '#spec/values.ts';
import type { Slots, ValuesOf } from '../components/slots.ts';

export const importSlots = {
  model: {
    scale: structural(
      float(1, 'How many metres a unit of the file is', { minimum: 0.0001, maximum: 10_000 }),
    ),
  },
  image: {
    pixelsPerMetre: structural(
      float(100, 'Pixels on a metre where it is spawned', { minimum: 0.01, maximum: 100_000 }),
    ),
    filter: option(['smooth', 'sharp'], 'Whether pixels run into each other where they are magnified'),
    wrap: option(['clamp', 'repeat', 'mirror'], 'What a surface shows beyond the edges'),
  },
} as const satisfies Readonly<Record<string, Slots>>;

type Imported = keyof typeof importSlots;
export type Settings<K extends Imported> = Readonly<ValuesOf<(typeof importSlots)[K]>>;

/** The settings of a file as far as they can be taken; what cannot, and what is missing, is as usual. */
export const settingsOf = <K extends Imported>(
  kind: K,
  saved: Readonly<Record<string, Json>>,
): Settings<K> => {
  const slots: Slots = importSlots[kind];
  const entries = Object.entries(slots).map(([name, { type, options, minimum, maximum, initial }]) => {
    const value = Object.hasOwn(saved, name) ? canonical(type, saved[name], options ?? []) : undefined;
    return [name, value === undefined ? initial : withinRange({ minimum, maximum }, value)];
  });
  return Object.fromEntries(entries);
};

const wrappings = { clamp: ClampToEdgeWrapping, repeat: RepeatWrapping, mirror: MirroredRepeatWrapping };

export const applyTo = (texture: Texture, { filter, wrap }: Settings<'image'>): void => {
  texture.magFilter = filter === 'sharp' ? NearestFilter : LinearFilter;
  texture.wrapS = wrappings[wrap];
  texture.wrapT = wrappings[wrap];
};
