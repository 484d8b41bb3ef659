import { withinRange } from '#spec/coerce.ts';
import { initialValues } from '../components/part.ts';
import { standard } from './shader.ts';
import type { Material as ThreeMaterial } from 'three';
import type { Json } from '#spec/values.ts';
import type { Values } from '../components/part.ts';
import type { Shader } from './shader.ts';

/** One material of one object: a shader with the values of its properties. */
export interface Material {
  readonly shader: Shader;
  readonly values: Values;
  readonly built: ThreeMaterial;
  /** Holds a value of the type of the property; a number beyond its range becomes the end of it. */
  write(name: string, value: Json): void;
}

export const createMaterial = (shader: Shader = standard, given: Values = {}): Material => {
  const values = initialValues(shader.slots, given);
  const built = shader.build();
  const show = (): void => shader.show(built, values as never);
  show();
  return {
    ...{ shader, values, built },
    write(name, value) {
      values[name] = withinRange(shader.slots[name] ?? {}, value);
      show();
    },
  };
};
