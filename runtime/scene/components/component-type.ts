import type { Material, Object3D } from 'three';
import type { SceneResources } from '../scene-resources.ts';
import type { PropertySchema, InferValues } from './property-schema.ts';

/** What a component is drawn with. */
export interface DrawContext {
  readonly resources: SceneResources;
  /** The material at an index of the object; made when nobody has asked for it yet. */
  getMaterial(index: number): Material;
  /** Gives the material at an index what it is to look like where its properties do not say otherwise. */
  setBaseMaterial(index: number, base: Material): void;
}

/** A kind of component: what objects with it can be told, and how it is drawn. */
export interface ComponentType<S extends PropertySchema = PropertySchema, Drawn extends Object3D = Object3D> {
  readonly name: string;
  readonly description: string;
  readonly schema: S;
  /** What is asked of all values together, when one of them is written or all are given. @throws Fault INVALID_VALUE */
  check?(values: InferValues<S>): void;
  /** What stands for it in the three.js scene, under the node of its object. */
  createObject3D?(values: InferValues<S>, workshop: DrawContext): Drawn;
  /** Gives what was drawn the looks of the values that are not structural, and of the materials. */
  applyValues?(drawn: Drawn, values: InferValues<S>, workshop: DrawContext): void;
  /** Gives back what drawing has taken. */
  dispose?(drawn: Drawn, workshop: DrawContext): void;
}

/** Declares a kind of component. */
export const defineComponent = <S extends PropertySchema, Drawn extends Object3D>(
  declared: ComponentType<S, Drawn>,
): ComponentType<S, Drawn> => declared;
