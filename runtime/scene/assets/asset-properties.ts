/** The properties of assets by name (description: 'Property access on scene objects and assets'; register: C-123). */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { initialValues } from '../components/values.ts';
import { acceptedBy } from '../components/accepted.ts';
import { list, option, readOnly, structural, text } from '../components/slots.ts';
import { shaders } from '../materials/shader.ts';
import { factsOf, writeEach } from '../property-facts.ts';
import { materialOf } from './cast.ts';
import { printBundle, printScene, printMaterial, printSettings } from './documents.ts';
import { importSlots, settingsOf } from './import-settings.ts';
import { pathOf, settingsPathOf } from './asset-paths.ts';
import type { Json } from '#spec/values.ts';
import type { PropertyFacts, PropertyOutcomes, PropertyWrite } from '../../link/protocol.ts';
import type { Values } from '../components/values.ts';
import type { Slot, Slots } from '../components/slots.ts';
import type { AssetContent } from './content.ts';

/** The properties of one asset, and what it becomes by writing them. */
interface Sheet {
  readonly slots: Slots;
  readonly values: Values;
  /** The content with these values. */
  with(values: Values): AssetContent;
}

const [first, ...others] = shaders.map(({ name }) => name);
const shaderSlot = structural(option([first ?? '', ...others], 'How the surface looks'));
const nameSlot = text('', 'Display name of the object that it is spawned as', 256);

const told = (type: 'Float' | 'Integer', initial: number, description: string): Slot => ({
  ...{ type, initial, description },
  readOnly: true,
});

const sheetOf = (tag: string, content: AssetContent): Sheet => {
  switch (content.kind) {
    case 'model': {
      const { model, settings } = content;
      return {
        slots: {
          ...importSlots.model,
          triangles: told('Integer', model.triangles, 'Triangles that it has'),
          repairs: readOnly(list('What was repaired while its file was read', () => {})),
        },
        values: { ...settings, triangles: model.triangles, repairs: [...model.repairs] },
        with: (values) => ({ ...content, settings: settingsOf('model', values) }),
      };
    }
    case 'image': {
      const { image, settings } = content;
      const { width, height } = image;
      return {
        slots: {
          ...importSlots.image,
          width: told('Integer', width, 'Pixels from left to right'),
          height: told('Integer', height, 'Pixels from top to bottom'),
        },
        values: { ...settings, width, height },
        with: (values) => ({ ...content, settings: settingsOf('image', values) }),
      };
    }
    case 'audio': {
      const { duration, sampleRate, channels } = content.sound;
      return {
        slots: {
          duration: told('Float', duration, 'Seconds that it lasts'),
          sampleRate: told('Integer', sampleRate, 'Samples in a second'),
          channels: told('Integer', channels, 'Channels that it has'),
        },
        values: { duration, sampleRate, channels },
        with: () => content,
      };
    }
    case 'animation': {
      const { clips } = content;
      return {
        slots: { clips: told('Integer', clips.length, 'Clips that it holds') },
        values: { clips: clips.length },
        with: () => content,
      };
    }
    case 'material': {
      const { shader, values } = materialOf(tag, content.document);
      return {
        slots: { shader: shaderSlot, ...shader.slots },
        values: { shader: shader.name, ...initialValues(shader.slots, values) },
        with: ({ shader: name, ...properties }) => ({
          ...content,
          document: repainted(String(name), properties),
        }),
      };
    }
    case 'bundled': {
      const { document } = content;
      return {
        slots: { name: nameSlot },
        values: { name: document.name },
        with: ({ name }) => ({ ...content, document: { ...document, name: String(name) } }),
      };
    }
    default:
      return { slots: {}, values: {}, with: () => content };
  }
};

/** What the shader before and this one have in common stays as it is. */
const repainted = (name: string, properties: Values) => {
  const slots: Slots = shaders.find((shader) => shader.name === name)?.slots ?? {};
  const kept = Object.entries(properties).filter(([property]) => Object.hasOwn(slots, property));
  return { shader: name, properties: Object.fromEntries(kept) };
};

const slotOf = (tag: string, slots: Slots, name: string): Slot => {
  const slot = Object.hasOwn(slots, name) ? slots[name] : undefined;
  if (slot) return slot;
  const properties = Object.keys(slots);
  throw new Fault(
    'PROPERTY_NOT_FOUND',
    `The asset '${tag}' has no property '${name}'.`,
    { asset: tag, property: name, nearest: nearest(name, properties), properties },
    `${urlOf(tag)} lists them; letter case counts.`,
  );
};

const urlOf = (asset: string): string => {
  const tag = encodeURIComponent(asset);
  return `GET /api/assets/${tag}/properties`;
};

/** All properties of an asset, or those that are named. @throws Fault PROPERTY_NOT_FOUND */
export const readProperties = (
  tag: string,
  content: AssetContent,
  names?: readonly string[],
): PropertyFacts[] => {
  const { slots, values } = sheetOf(tag, content);
  return (names ?? Object.keys(slots)).map((name) =>
    factsOf(name, slotOf(tag, slots, name), values[name] ?? null),
  );
};

interface Written {
  readonly content: AssetContent;
  readonly previous: Json;
  /** As it is held. */
  readonly value: Json;
}

/**
 * Writes a property of an asset in one of the shapes of its type.
 * @param expectImage checks that there is an image that a texture is to be
 * @throws Fault PROPERTY_NOT_FOUND or INVALID_VALUE
 */
export const writeProperty = (
  tag: string,
  content: AssetContent,
  { name, value: raw }: PropertyWrite,
  expectImage: (asset: string) => void,
): Written => {
  const { slots, values, with: become } = sheetOf(tag, content);
  const { type, readOnly } = slotOf(tag, slots, name);
  if (readOnly) {
    const remedy = `${urlOf(tag)} shows which are.`;
    throw new Fault('INVALID_VALUE', `'${name}' only tells, and is not written.`, { name }, remedy);
  }
  const { [name]: value = null } = acceptedBy(slots, { [name]: raw });
  if (type === 'AssetSelector' && value !== '') expectImage(String(value));
  return { content: become({ ...values, [name]: value }), previous: values[name] ?? null, value };
};

/** Writes properties in order; one that fails has the reason and does not stop the rest. */
export const writeProperties = (
  tag: string,
  content: AssetContent,
  writes: readonly PropertyWrite[],
  expectImage: (asset: string) => void,
): { readonly content: AssetContent; readonly outcomes: PropertyOutcomes } => {
  let latest = content;
  const outcomes = writeEach(writes, (write) => {
    latest = writeProperty(tag, latest, write, expectImage).content;
  });
  return { content: latest, outcomes };
};

/** Where the properties of an asset are kept, and the text that holds them; undefined for one that has none to write. */
export const savedForm = (
  tag: string,
  content: AssetContent,
): { readonly path: string; readonly text: string } | undefined => {
  switch (content.kind) {
    case 'model':
    case 'image':
      return { path: settingsPathOf(tag), text: printSettings(content.settings) };
    case 'material':
      return { path: pathOf(tag), text: printMaterial(content.document) };
    case 'bundled':
      return { path: pathOf(tag), text: printBundle(content.document) };
    case 'scene':
      return { path: pathOf(tag), text: printScene(content.document) };
    default:
      return undefined;
  }
};
