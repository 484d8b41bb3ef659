import { Matrix4, Vector3 as ThreeVector3 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { colorsOf } from '../appearance.ts';
import { rotationOf, scaleOf } from '../transform.ts';
import { describeView } from './describe/describe-view.ts';
import { createScreenBounds, joined } from './screen-bounds.ts';
import type { Object3D } from 'three';
import type { SceneCamera } from '../cameras/scene-camera.ts';
import type { Scene } from '../scene.ts';
import type { PictureSize } from './describe/describe-view.ts';
import type { ScreenBounds } from './screen-bounds.ts';

/** All that is active and hangs under nothing that is not. */
const activeNodes = (root: Object3D): ReadonlySet<Object3D> => {
  const active = new Set<Object3D>();
  root.traverseVisible((node) => active.add(node));
  return active;
};

/**
 * Every object of a scene, oldest first, with where it is in the world and on the picture of a camera.
 * @throws Fault ACTION_FAILED for a size that is not drawn, or a camera that sees nothing.
 */
export const captureView = (scene: Scene, view: SceneCamera, size: PictureSize) => {
  scene.root.updateMatrixWorld();
  const { fromWorld, projection } = describeView(view, size);
  const active = activeNodes(scene.root);
  const boundsOf = createScreenBounds({
    fromWorld: new Matrix4().fromArray(fromWorld),
    projection: new Matrix4().fromArray(projection),
    ...{ near: view.near, far: view.far, size },
  });
  const place = new ThreeVector3();
  let bounds: ScreenBounds | undefined;
  const take = (node: Object3D): void => {
    if (active.has(node)) bounds = joined(bounds, boundsOf(node));
  };

  return scene.list().map((object) => {
    const { tag, name, type, node, parts } = object;
    bounds = undefined;
    for (const { drawn } of parts.values()) drawn?.traverse(take);
    return {
      object: tag,
      name,
      type,
      position: clampVectorToFinite(place.setFromMatrixPosition(node.matrixWorld)),
      rotation: rotationOf(object, 'world'),
      scale: scaleOf(object),
      visible: bounds !== undefined,
      bounds: bounds ?? null,
      colors: colorsOf(object),
    };
  });
};
