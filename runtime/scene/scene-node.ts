import { Object3D } from 'three';

/** The node of a scene object, which holds its transform and its place in the hierarchy. */
export class SceneNode extends Object3D {
  /**
   * Must be called after position, rotation or scale were written. Does nothing here: the nodes of the SDK pass the new
   * transform on to the author's engine.
   */
  transformChanged(): void {}
}
