import { withinRange } from '#spec/coerce.ts';
import { initialValues, written } from '../components/values.ts';
import { shaderLike, standard } from './shader.ts';
import type { Material as ThreeMaterial, Texture } from 'three';
import type { Json } from '#spec/values.ts';
import type { Changes } from '../change-count.ts';
import type { Values } from '../components/values.ts';
import type { Shader } from './shader.ts';

/** One material of one object: a shader with the values of its properties. */
export interface Material {
  readonly shader: Shader;
  readonly values: Values;
  readonly built: ThreeMaterial;
  /** What it looks like where no property says otherwise: the material of a model that its object shows. */
  readonly base: ThreeMaterial | undefined;
  /**
   * Holds a value of the type of the property; a number beyond its range becomes the end of it.
   * @throws Fault INVALID_VALUE or ACTION_FAILED where a texture is no image that can be read; nothing changes then
   */
  write(name: string, value: Json): void;
  /** Holds a value that shows nothing new. */
  hold(name: string, value: Json): void;
  /** Shows its values anew. */
  show(): void;
}

/** Where materials get their textures, and tell that they look otherwise. */
interface MaterialResources {
  /** @throws Fault INVALID_VALUE for what is no image asset; ACTION_FAILED for one that cannot be read */
  expectImage(asset: string): void;
  /** Undefined for what there is not. */
  findTexture(asset: string): Texture | undefined;
  readonly looks: Changes;
}

interface Ingredients {
  readonly resources: MaterialResources;
  readonly shader?: Shader;
  readonly given?: Values;
  readonly base?: ThreeMaterial | undefined;
}

/** Makes a material; without a shader, one that looks like its base. */
export const createMaterial = ({ resources, base, ...chosen }: Ingredients): Material => {
  const { shader = standard, given = {} }: Omit<Ingredients, 'resources'> =
    base && !chosen.shader ? shaderLike(base) : chosen;
  let values = initialValues(shader.slots, given);
  const built = shader.build(base);
  const show = (): void => {
    const { texture } = values;
    const own = typeof texture === 'string' && texture !== '' ? resources.findTexture(texture) : undefined;
    shader.show(built, values as never, { base, own });
    // whoever shows the scene looks at it by its version
    built.needsUpdate = true;
    resources.looks.note();
  };
  show();
  return {
    ...{ shader, built, base, show },
    get values() {
      return values;
    },
    hold(name, value) {
      values = written(values, name, value);
    },
    write(name, value) {
      const { type } = shader.slots[name] ?? {};
      if (type === 'AssetSelector' && value !== '') resources.expectImage(String(value));
      values = written(values, name, withinRange(shader.slots[name] ?? {}, value));
      show();
    },
  };
};
