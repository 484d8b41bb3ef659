import type { Material, Object3D } from 'three';
import type { SceneResources } from '../scene-resources.ts';
import type { PropertySchema, InferValues } from './property-schema.ts';

/** The context in which a component is drawn. */
export interface DrawContext {
  readonly resources: SceneResources;
  /** Returns the material at an index of the object, and creates it on first use. */
  getMaterial(index: number): Material;
  /** Sets the base of the material at an index: its appearance where its properties say nothing else. */
  setBaseMaterial(index: number, base: Material): void;
}

/** A type of component: its properties, and how it is drawn. */
export interface ComponentType<S extends PropertySchema = PropertySchema, Drawn extends Object3D = Object3D> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** Validates all values together, when one is written or all are given. @throws ApiError INVALID_VALUE */
  check?(values: InferValues<S>): void;
  /** Creates its three.js object, a child of the node of its object. */
  createObject3D?(values: InferValues<S>, context: DrawContext): Drawn;
  /** Applies the values that are not structural, and the materials, to what was drawn. */
  applyValues?(object3D: Drawn, values: InferValues<S>, context: DrawContext): void;
  /** Releases the resources of what was drawn. */
  dispose?(object3D: Drawn, context: DrawContext): void;
}

/** Declares a type of component. */
export const defineComponent = <S extends PropertySchema, Drawn extends Object3D>(
  declared: ComponentType<S, Drawn>,
): ComponentType<S, Drawn> => declared;
