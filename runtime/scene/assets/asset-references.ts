/** Finds references to assets in the components and materials of objects, and in other assets. */
import { componentTypes } from '../components/component-types.ts';
import { shaders } from '../materials/shaders.ts';
import type { PropertySchema, PropertyValues } from '../components/property-schema.ts';
import type { SceneObject } from '../scene-object.ts';
import type { AssetContent } from './asset-content.ts';
import type { MaterialDocument, SavedObject } from './asset-documents.ts';

interface AssetReference {
  readonly asset: string;
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

const listSelectorNames = (schema: PropertySchema): string[] =>
  Object.keys(schema).filter((name) => schema[name]?.type === 'AssetSelector');

export const listObjectReferences = function* ({
  components,
  materials,
}: SceneObject): Generator<AssetReference> {
  for (const component of components.values()) {
    yield* listReferences({
      schema: component.type.schema,
      values: component.values,
      setValue: (name, value) => component.setWithoutUpdate(name, value),
    });
  }
  for (const material of materials) {
    const { shader, values, setWithoutUpdate } = material;
    yield* listReferences({ schema: shader.schema, values, setValue: setWithoutUpdate });
  }
};

/** Returns the number of objects that use each asset, keyed by the asset's tag. */
export const countAssetUses = (objects: Iterable<SceneObject>): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>();
  for (const object of objects) {
    const assets = new Set(Array.from(listObjectReferences(object), ({ asset }) => asset));
    for (const asset of assets) uses.set(asset, (uses.get(asset) ?? 0) + 1);
  }
  return uses;
};

/**
 * Updates the references to a renamed asset and returns the new content. Content without such references is returned
 * unchanged.
 */
export const renameReferences = (content: AssetContent, from: string, to: string): AssetContent => {
  let isReferenced = false;
  const renameInValues = (schema: PropertySchema, values: PropertyValues): PropertyValues => {
    const renamed = listSelectorNames(schema).filter((name) => values[name] === from);
    isReferenced ||= renamed.length > 0;
    return { ...values, ...Object.fromEntries(renamed.map((name) => [name, to])) };
  };
  const renameInMaterial = ({ shader, properties }: MaterialDocument): MaterialDocument => ({
    shader,
    properties: renameInValues(shaders.find(({ name }) => name === shader)?.schema ?? {}, properties),
  });
  const renameInObject = (saved: SavedObject): SavedObject => ({
    ...saved,
    components: saved.components.map((component) => ({
      ...component,
      properties: renameInValues(componentTypes.get(component.kind)?.schema ?? {}, component.properties),
    })),
    materials: saved.materials.map(renameInMaterial),
    children: saved.children.map(renameInObject),
  });
  if (content.kind === 'material') {
    const document = renameInMaterial(content.document);
    return isReferenced ? { ...content, document } : content;
  }
  if (content.kind === 'bundled') {
    const document = renameInObject(content.document);
    return isReferenced ? { ...content, document } : content;
  }
  if (content.kind === 'scene') {
    const document = { ...content.document, objects: content.document.objects.map(renameInObject) };
    return isReferenced ? { ...content, document } : content;
  }
  return content;
};
