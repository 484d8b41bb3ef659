/** Who refers to assets: objects by their components and materials, and assets by what they hold. */
import { componentTypes } from '../components/component-types.ts';
import { shaders } from '../materials/shaders.ts';
import type { PropertyValues } from '../components/property-values.ts';
import type { PropertySchema } from '../components/property-schema.ts';
import type { SceneObject } from '../scene-object.ts';
import type { AssetContent } from './asset-content.ts';
import type { MaterialDocument, SavedObject } from './asset-documents.ts';

interface AssetReference {
  readonly asset: string;
  /** Lets it name another. */
  rename(asset: string): void;
}

interface PropertyHolder {
  readonly schema: PropertySchema;
  readonly values: PropertyValues;
  setValue(name: string, value: string): void;
}

const listReferences = function* ({ schema, values, setValue }: PropertyHolder): Generator<AssetReference> {
  for (const name of listSelectorNames(schema)) {
    const asset = values[name];
    if (typeof asset === 'string' && asset !== '') yield { asset, rename: (next) => setValue(name, next) };
  }
};

const listSelectorNames = (slots: PropertySchema): string[] =>
  Object.keys(slots).filter((name) => slots[name]?.type === 'AssetSelector');

/** What an object shows of assets. */
export const listObjectReferences = function* ({
  components,
  materials,
}: SceneObject): Generator<AssetReference> {
  for (const part of components.values()) {
    yield* listReferences({
      schema: part.type.schema,
      values: part.values,
      setValue: (name, value) => part.setWithoutUpdate(name, value),
    });
  }
  for (const material of materials) {
    const { shader, values, setWithoutUpdate } = material;
    yield* listReferences({ schema: shader.schema, values, setValue: setWithoutUpdate });
  }
};

/** By tag, how many objects show an asset. */
export const countAssetUses = (objects: Iterable<SceneObject>): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  for (const object of objects) {
    const assets = new Set(Array.from(listObjectReferences(object), ({ asset }) => asset));
    for (const asset of assets) uses.set(asset, (uses.get(asset) ?? 0) + 1);
  }
  return uses;
};

/** What an asset holds once another one is called otherwise; the same content when it does not name that. */
export const renameReferences = (content: AssetContent, from: string, to: string): AssetContent => {
  let isNamed = false;
  const valuesWith = (slots: PropertySchema, values: PropertyValues): PropertyValues => {
    const renamed = listSelectorNames(slots).filter((name) => values[name] === from);
    isNamed ||= renamed.length > 0;
    return { ...values, ...Object.fromEntries(renamed.map((name) => [name, to])) };
  };
  const materialWith = ({ shader, properties }: MaterialDocument): MaterialDocument => ({
    shader,
    properties: valuesWith(shaders.find(({ name }) => name === shader)?.schema ?? {}, properties),
  });
  const objectWith = (saved: SavedObject): SavedObject => ({
    ...saved,
    components: saved.components.map((component) => ({
      ...component,
      properties: valuesWith(componentTypes.get(component.kind)?.schema ?? {}, component.properties),
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
