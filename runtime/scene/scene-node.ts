import { Object3D } from 'three';

/** The node of a scene object, which holds its transform and its place in the hierarchy. */
export class SceneNode extends Object3D {
  /** The position, quaternion and scale of the home transform. */
  #home: readonly number[] = [];

  get homeTransform(): readonly number[] {
    return this.#home;
  }

  /** Saves the current transform, relative to the parent, as the home transform. */
  saveHomeTransform(): void {
    this.#home = [...this.position, ...this.quaternion, ...this.scale];
  }

  restoreHomeTransform(): void {
    this.position.fromArray(this.#home, 0);
    this.quaternion.fromArray(this.#home, 3);
    this.scale.fromArray(this.#home, 7);
    this.transformChanged();
  }

  /**
   * Must be called after position, rotation or scale were written. Does nothing here: the nodes of the SDK pass the new
   * transform on to the author's engine.
   */
  transformChanged(): void {}
}
