import { clampToRange } from '#spec/coerce-value.ts';
import { createInitialValues, type PropertyValues, withValue } from '../components/property-schema.ts';
import { matchShader, type Shader, standard } from './shaders.ts';
import type { Material as ThreeMaterial } from 'three';
import type { Json } from '#spec/values.ts';
import type { SceneResources } from '../scene-resources.ts';

/** A material of a scene object: a shader with the values of its properties. */
export interface Material {
  readonly shader: Shader;
  readonly values: PropertyValues;
  readonly threeMaterial: ThreeMaterial;
  /** The model's original material, which determines the appearance wherever no property overrides it. */
  readonly baseMaterial: ThreeMaterial | undefined;
  /**
   * Stores a value, which must have the property's type. Numbers are clamped to the property's range.
   * @throws ApiError INVALID_VALUE or ACTION_FAILED when a texture is not a readable image; in this case nothing
   * changes
   */
  write(name: string, value: Json): void;
  /** Stores a value without updating what is drawn. */
  setWithoutUpdate(name: string, value: Json): void;
  /** Applies the material's values to what is drawn. */
  updateAppearance(): void;
}

interface MaterialOptions {
  readonly resources: Pick<SceneResources, 'assertImage' | 'findTexture' | 'appearance'>;
  readonly shader?: Shader;
  readonly initialValues?: PropertyValues;
  readonly base?: ThreeMaterial | undefined;
}

/** Creates a material. Without a shader, the material looks like its base. */
export const createMaterial = ({ resources, base, ...requested }: MaterialOptions): Material => {
  const { shader = standard, initialValues = {} }: Omit<MaterialOptions, 'resources'> =
    base && !requested.shader ? matchShader(base) : requested;
  let values = createInitialValues(shader.schema, initialValues);
  const built = shader.build(base);
  const updateAppearance = (): void => {
    const { texture } = values;
    const ownTexture =
      typeof texture === 'string' && texture !== '' ? resources.findTexture(texture) : undefined;
    shader.apply(built, values, { base, texture: ownTexture });
    // Increments the material's version, because change tracking compares versions.
    built.needsUpdate = true;
    resources.appearance.increment();
  };
  updateAppearance();
  return {
    shader,
    threeMaterial: built,
    baseMaterial: base,
    updateAppearance,
    get values() {
      return values;
    },
    setWithoutUpdate(name, value) {
      values = withValue(values, name, value);
    },
    write(name, value) {
      const { type } = shader.schema[name] ?? {};
      if (type === 'AssetSelector' && value !== '') resources.assertImage(String(value));
      values = withValue(values, name, clampToRange(shader.schema[name] ?? {}, value));
      updateAppearance();
    },
  };
};
