/** Who refers to assets: objects by their components and materials, and assets by what they hold. */
import { kinds } from '../components/kinds.ts';
import { shaders } from '../materials/shader.ts';
import type { Values } from '../components/values.ts';
import type { Slots } from '../components/slots.ts';
import type { SceneObject } from '../scene-object.ts';
import type { AssetContent } from './content.ts';
import type { MaterialDocument, SavedObject } from './documents.ts';

interface Reference {
  readonly asset: string;
  /** Lets it name another. */
  rename(asset: string): void;
}

interface Holder {
  readonly slots: Slots;
  readonly values: Values;
  hold(name: string, value: string): void;
}

const referencesIn = function* ({ slots, values, hold }: Holder): Generator<Reference> {
  for (const name of selectorsIn(slots)) {
    const asset = values[name];
    if (typeof asset === 'string' && asset !== '') yield { asset, rename: (next) => hold(name, next) };
  }
};

const selectorsIn = (slots: Slots): string[] =>
  Object.keys(slots).filter((name) => slots[name]?.type === 'AssetSelector');

/** What an object shows of assets. */
export const referencesOf = function* ({ parts, materials }: SceneObject): Generator<Reference> {
  for (const part of parts.values()) {
    yield* referencesIn({
      slots: part.kind.slots,
      values: part.values,
      hold: (name, value) => part.hold(name, value),
    });
  }
  for (const material of materials) {
    const { shader, values, hold } = material;
    yield* referencesIn({ slots: shader.slots, values, hold });
  }
};

/** By tag, how many objects show an asset. */
export const countUses = (objects: Iterable<SceneObject>): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  for (const object of objects) {
    const assets = new Set(Array.from(referencesOf(object), ({ asset }) => asset));
    for (const asset of assets) uses.set(asset, (uses.get(asset) ?? 0) + 1);
  }
  return uses;
};

/** What an asset holds once another one is called otherwise; the same content when it does not name that. */
export const withRenamed = (content: AssetContent, from: string, to: string): AssetContent => {
  let isNamed = false;
  const valuesWith = (slots: Slots, values: Values): Values => {
    const renamed = selectorsIn(slots).filter((name) => values[name] === from);
    isNamed ||= renamed.length > 0;
    return { ...values, ...Object.fromEntries(renamed.map((name) => [name, to])) };
  };
  const materialWith = ({ shader, properties }: MaterialDocument): MaterialDocument => ({
    shader,
    properties: valuesWith(shaders.find(({ name }) => name === shader)?.slots ?? {}, properties),
  });
  const objectWith = (saved: SavedObject): SavedObject => ({
    ...saved,
    components: saved.components.map((component) => ({
      ...component,
      properties: valuesWith(kinds.get(component.kind)?.slots ?? {}, component.properties),
    })),
    materials: saved.materials.map(materialWith),
    children: saved.children.map(objectWith),
  });
  if (content.kind === 'material') {
    const document = materialWith(content.document);
    return isNamed ? { ...content, document } : content;
  }
  if (content.kind === 'bundled') {
    const document = objectWith(content.document);
    return isNamed ? { ...content, document } : content;
  }
  if (content.kind === 'scene') {
    const document = { ...content.document, objects: content.document.objects.map(objectWith) };
    return isNamed ? { ...content, document } : content;
  }
  return content;
};
