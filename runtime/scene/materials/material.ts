import { clampToRange } from '#spec/coerce-value.ts';
import { createInitialValues, withValue } from '../components/property-values.ts';
import { matchShader, standard } from './shaders.ts';
import type { Material as ThreeMaterial, Texture } from 'three';
import type { Json } from '#spec/values.ts';
import type { MutableVersionCounter } from '../version-counter.ts';
import type { PropertyValues } from '../components/property-values.ts';
import type { Shader } from './shaders.ts';

/** One material of one object: a shader with the values of its properties. */
export interface Material {
  readonly shader: Shader;
  readonly values: PropertyValues;
  readonly threeMaterial: ThreeMaterial;
  /** What it looks like where no property says otherwise: the material of a model that its object shows. */
  readonly baseMaterial: ThreeMaterial | undefined;
  /**
   * Holds a value of the type of the property; a number beyond its range becomes the end of it.
   * @throws Fault INVALID_VALUE or ACTION_FAILED where a texture is no image that can be read; nothing changes then
   */
  write(name: string, value: Json): void;
  /** Holds a value that shows nothing new. */
  setWithoutUpdate(name: string, value: Json): void;
  /** Shows its values anew. */
  updateAppearance(): void;
}

/** Where materials get their textures, and tell that they look otherwise. */
interface MaterialResources {
  /** @throws Fault INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  assertImage(asset: string): void;
  /** Undefined for what there is not. */
  findTexture(asset: string): Texture | undefined;
  readonly appearance: MutableVersionCounter;
}

interface MaterialOptions {
  readonly resources: MaterialResources;
  readonly shader?: Shader;
  readonly given?: PropertyValues;
  readonly base?: ThreeMaterial | undefined;
}

/** Makes a material; without a shader, one that looks like its base. */
export const createMaterial = ({ resources, base, ...chosen }: MaterialOptions): Material => {
  const { shader = standard, given = {} }: Omit<MaterialOptions, 'resources'> =
    base && !chosen.shader ? matchShader(base) : chosen;
  let values = createInitialValues(shader.schema, given);
  const built = shader.build(base);
  const show = (): void => {
    const { texture } = values;
    const own = typeof texture === 'string' && texture !== '' ? resources.findTexture(texture) : undefined;
    shader.apply(built, values as never, { base, texture: own });
    // whoever shows the scene looks at it by its version
    built.needsUpdate = true;
    resources.appearance.increment();
  };
  show();
  return {
    ...{ shader, threeMaterial: built, baseMaterial: base, updateAppearance: show },
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
      show();
    },
  };
};
