/** Blueprints: the components and materials of an object, without its identity and its transform. */
import { freezeValues } from './components/shared-property-values.ts';
import type { ComponentType } from './components/component-type.ts';
import type { PropertyValues } from './components/shared-property-values.ts';
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

/** Adds the components and materials of a blueprint to an object that has no components yet. */
export const applyBlueprint = (object: SceneObject, { components, materials }: Blueprint): void => {
  for (const [index, { shader, values }] of materials.entries()) object.setMaterial(index, shader, values);
  for (const { kind, enabled, values } of components) object.addComponent(kind, values).enabled = enabled;
};

/** Returns a blueprint for creating copies of an object. */
export const toBlueprint = ({ components, materials }: SceneObject): Blueprint => ({
  components: Array.from(components.values(), ({ type, enabled, values }) => ({
    ...{ kind: type, enabled },
    values: freezeValues(values),
  })),
  materials: materials.map(({ shader, values }) => ({ shader, values: freezeValues(values) })),
});
