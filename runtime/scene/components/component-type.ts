import type { Material, Object3D } from 'three';
import type { SceneResources } from '../scene-resources.ts';
import type { PropertySchema, InferValues } from './property-schema.ts';

export interface DrawContext {
  readonly resources: SceneResources;
  /** Returns the object's material at an index, and creates the material on first use. */
  getMaterial(index: number): Material;
  /**
   * Sets the base of the material at an index, which determines the appearance wherever the material's own properties
   * don't.
   */
  setBaseMaterial(index: number, base: Material): void;
}

export interface ComponentType<S extends PropertySchema = PropertySchema, Drawn extends Object3D = Object3D> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /**
   * Validates all values together, whenever a value is written or all values are given.
   * @throws ApiError INVALID_VALUE
   */
  check?(values: InferValues<S>): void;
  /**
   * Creates the three.js object that shows the component. The new object becomes a child of the scene object's node.
   */
  createObject3D?(values: InferValues<S>, context: DrawContext): Drawn;
  /** Applies the materials, and the values that are not structural, to the component's three.js object. */
  applyValues?(object3D: Drawn, values: InferValues<S>, context: DrawContext): void;
  /** Releases the resources of the component's three.js object. */
  dispose?(object3D: Drawn, context: DrawContext): void;
}

export const defineComponent = <S extends PropertySchema, Drawn extends Object3D>(
  declared: ComponentType<S, Drawn>,
): ComponentType<S, Drawn> => declared;
