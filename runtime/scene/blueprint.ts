/** What an object is made of, apart from who and where it is. */
import { shared } from './components/values.ts';
import type { Kind } from './components/kind.ts';
import type { Values } from './components/values.ts';
import type { Shader } from './materials/shader.ts';
import type { SceneObject } from './scene-object.ts';

export interface Blueprint {
  readonly parts: readonly { readonly kind: Kind; readonly enabled: boolean; readonly values: Values }[];
  readonly materials: readonly { readonly shader: Shader; readonly values: Values }[];
}

/** Gives an object without components all that a blueprint has. */
export const build = (object: SceneObject, { parts, materials }: Blueprint): void => {
  for (const [index, { shader, values }] of materials.entries()) object.paint(index, shader, values);
  for (const { kind, enabled, values } of parts) object.attach(kind, values).enabled = enabled;
};

/** Objects are blueprints of their copies. */
export const blueprintOf = ({ parts, materials }: SceneObject): Blueprint => ({
  parts: Array.from(parts.values(), ({ kind, enabled, values }) => ({
    ...{ kind, enabled },
    values: shared(values),
  })),
  materials: materials.map(({ shader, values }) => ({ shader, values: shared(values) })),
});
