import { Matrix4, Vector3 as ThreeVector3 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { listColors } from '../main-colors.ts';
import { getRotation, getScale } from '../object-transform.ts';
import { describeView } from './describe/describe-view.ts';
import { createScreenBounds, uniteBounds } from './screen-bounds.ts';
import type { Object3D } from 'three';
import type { SceneCamera } from '../cameras/update-camera-matrices.ts';
import type { Scene } from '../scene.ts';
import type { ImageSize } from './describe/describe-view.ts';
import type { ScreenBounds } from './screen-bounds.ts';

/** Returns all nodes that are active and have only active ancestors. */
const findVisibleNodes = (root: Object3D): ReadonlySet<Object3D> => {
  const active = new Set<Object3D>();
  root.traverseVisible((node) => active.add(node));
  return active;
};

/**
 * Describes every object of a scene, oldest first, with its position in the world and in a camera's image.
 * @throws ApiError ACTION_FAILED for an unsupported image size, or a camera that sees nothing
 */
export const describeObjectsInView = (scene: Scene, view: SceneCamera, size: ImageSize) => {
  scene.root.updateMatrixWorld();
  const { fromWorld, projection } = describeView(view, size);
  const active = findVisibleNodes(scene.root);
  const getScreenBounds = createScreenBounds({
    fromWorld: new Matrix4().fromArray(fromWorld),
    projection: new Matrix4().fromArray(projection),
    ...{ near: view.near, far: view.far, size },
  });
  const position = new ThreeVector3();
  let bounds: ScreenBounds | undefined;
  const addBounds = (node: Object3D): void => {
    if (active.has(node)) bounds = uniteBounds(bounds, getScreenBounds(node));
  };

  return scene.list().map((object) => {
    const { tag, name, type, node, components } = object;
    bounds = undefined;
    for (const { object3D } of components.values()) object3D?.traverse(addBounds);
    return {
      object: tag,
      name,
      type,
      position: clampVectorToFinite(position.setFromMatrixPosition(node.matrixWorld)),
      rotation: getRotation(object, 'world'),
      scale: getScale(object),
      visible: bounds !== undefined,
      bounds: bounds ?? null,
      colors: listColors(object),
    };
  });
};
