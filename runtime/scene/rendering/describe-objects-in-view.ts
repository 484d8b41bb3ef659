import { BufferGeometry, InstancedMesh, Matrix4, SkinnedMesh, Vector3, Vector4 } from 'three';
import { clampVectorToFinite } from '../../values/clamp-finite.ts';
import { listColors } from '../main-colors.ts';
import { getRotation, getScale } from '../object-transform.ts';
import { describeView, type ImageSize } from './describe/describe-view.ts';
import type { Box3, Object3D } from 'three';
import type { SceneCamera } from '../cameras/camera-view.ts';
import type { Scene } from '../scene.ts';

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
  const position = new Vector3();
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

/** A rectangle in a picture, in pixels from the top left. */
interface ScreenBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The camera and the picture for which bounds are computed. */
interface ViewProjection {
  readonly fromWorld: Matrix4;
  readonly projection: Matrix4;
  /** The distance of the near plane along the viewing direction in metres; `far` is the distance of the far plane. */
  readonly near: number;
  readonly far: number;
  readonly size: ImageSize;
}

/** A corner's index has one bit per axis, which selects the minimum or the maximum. */
const boxEdges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((from) =>
  [1, 2, 4].flatMap((bit) => ((from & bit) === 0 ? [[from, from | bit] as const] : [])),
);

/**
 * Returns the bounding box of what a node draws. For skinned and instanced meshes, the box is recomputed, since it
 * depends on their current pose.
 */
const getDrawnBox = (node: Object3D): Box3 | null => {
  if (node instanceof InstancedMesh || node instanceof SkinnedMesh) {
    node.computeBoundingBox();
    return node.boundingBox;
  }
  if (!('geometry' in node && node.geometry instanceof BufferGeometry)) return null;
  const { geometry } = node;
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  return geometry.boundingBox;
};

/** Returns the point where an edge crosses the near plane; `undefined` when the edge doesn't cross the plane. */
const clipEdge = (from: Vector3, to: Vector3, near: number): Vector3 | undefined => {
  const [inFront, behind] = [-from.z - near, -to.z - near];
  return inFront * behind < 0 ? new Vector3().lerpVectors(from, to, inFront / (inFront - behind)) : undefined;
};

const isOnPicture = ({ left, top, right, bottom }: ScreenBounds): boolean => left < right && top < bottom;

/**
 * Creates a function that returns the screen rectangle around a node's bounding box; `undefined` when the node draws
 * nothing, or its box is outside of the picture. World matrices must be up to date.
 */
const createScreenBounds = ({ fromWorld, projection, near, far, size }: ViewProjection) => {
  const { width, height } = size;
  // The vectors are reused, since there may be thousands of boxes.
  const corners = Array.from({ length: 8 }, () => new Vector3());
  const toEye = new Matrix4();
  const clipPosition = new Vector4();
  let [left, top, right, bottom] = [0, 0, 0, 0];

  const extendBounds = ({ x, y, z }: Vector3): void => {
    clipPosition.set(x, y, z, 1).applyMatrix4(projection);
    const across = ((1 + clipPosition.x / clipPosition.w) / 2) * width;
    const down = ((1 - clipPosition.y / clipPosition.w) / 2) * height;
    left = Math.min(left, across);
    right = Math.max(right, across);
    top = Math.min(top, down);
    bottom = Math.max(bottom, down);
  };

  return (node: Object3D): ScreenBounds | undefined => {
    const box = getDrawnBox(node);
    if (!box || box.isEmpty()) return undefined;
    const { min, max } = box;
    toEye.multiplyMatrices(fromWorld, node.matrixWorld);
    left = top = Number.POSITIVE_INFINITY;
    right = bottom = Number.NEGATIVE_INFINITY;
    let inFront = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (const [i, corner] of corners.entries()) {
      corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(toEye);
      if (-corner.z < near) continue;
      inFront += 1;
      nearest = Math.min(nearest, -corner.z);
      extendBounds(corner);
    }
    if (inFront === 0 || nearest > far) return undefined;
    if (inFront < 8) {
      for (const [from, to] of boxEdges) {
        const [start, end] = [corners[from], corners[to]];
        const crossing = start && end && clipEdge(start, end, near);
        if (crossing) extendBounds(crossing);
      }
    }
    const bounds = {
      left: Math.max(0, left),
      top: Math.max(0, top),
      right: Math.min(width, right),
      bottom: Math.min(height, bottom),
    };
    return isOnPicture(bounds) ? bounds : undefined;
  };
};

/** Returns the smallest rectangle around two rectangles. Either rectangle may be missing. */
const uniteBounds = (a: ScreenBounds | undefined, b: ScreenBounds | undefined): ScreenBounds | undefined =>
  a && b
    ? {
        left: Math.min(a.left, b.left),
        top: Math.min(a.top, b.top),
        right: Math.max(a.right, b.right),
        bottom: Math.max(a.bottom, b.bottom),
      }
    : (a ?? b);
