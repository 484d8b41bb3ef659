/** What an object is made of, apart from who and where it is. */
import { freezeValues } from './components/property-values.ts';
import type { ComponentType } from './components/component-type.ts';
import type { PropertyValues } from './components/property-values.ts';
import type { Shader } from './materials/shaders.ts';
import type { SceneObject } from './scene-object.ts';

export interface Blueprint {
  readonly components: readonly {
    readonly kind: ComponentType;
    readonly enabled: boolean;
    readonly values: PropertyValues;
  }[];
  readonly materials: readonly { readonly shader: Shader; readonly values: PropertyValues }[];
}

/** Gives an object without components all that a blueprint has. */
export const applyBlueprint = (object: SceneObject, { components, materials }: Blueprint): void => {
  for (const [index, { shader, values }] of materials.entries()) object.setMaterial(index, shader, values);
  for (const { kind, enabled, values } of components) object.addComponent(kind, values).enabled = enabled;
};

/** Objects are blueprints of their copies. */
export const toBlueprint = ({ components, materials }: SceneObject): Blueprint => ({
  components: Array.from(components.values(), ({ type, enabled, values }) => ({
    ...{ kind: type, enabled },
    values: freezeValues(values),
  })),
  materials: materials.map(({ shader, values }) => ({ shader, values: freezeValues(values) })),
});
