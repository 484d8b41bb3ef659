// biome-ignore-all lint/style/noNonNullAssertion: a box has eight corners
import { BufferGeometry, InstancedMesh, Matrix4, SkinnedMesh, Vector3, Vector4 } from 'three';
import type { Box3, Object3D } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

/** A rectangle of a picture, in pixels from its top left. */
export interface ScreenBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** From where, and how, something is seen. */
interface ViewProjection {
  readonly fromWorld: Matrix4;
  readonly projection: Matrix4;
  /** Metres along the view from and up to which it is seen. */
  readonly near: number;
  readonly far: number;
  readonly size: ImageSize;
}

/** Corners are numbered by their bits: x, y and z at the lower or the upper end. */
const boxEdges = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((from) =>
  [1, 2, 4].flatMap((bit) => ((from & bit) === 0 ? [[from, from | bit] as const] : [])),
);

/** The box around what a node draws, as its geometry is stored or, of what is posed or has instances, as it is now. */
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

/** Where an edge is cut by the near plane; undefined when that is not between its ends. */
const clipEdge = (from: Vector3, to: Vector3, near: number): Vector3 | undefined => {
  const [before, behind] = [-from.z - near, -to.z - near];
  return before * behind < 0 ? new Vector3().lerpVectors(from, to, before / (before - behind)) : undefined;
};

const isOnPicture = ({ left, top, right, bottom }: ScreenBounds): boolean => left < right && top < bottom;

/**
 * Finds the least rectangle of the picture around the box of what a node draws; undefined when it draws nothing, or nothing of the box is
 * on the picture. World matrices have to be up to date.
 */
export const createScreenBounds = ({ fromWorld, projection, near, far, size }: ViewProjection) => {
  const { width, height } = size;
  // worked with again and again, as there may be thousands of boxes
  const corners = Array.from({ length: 8 }, () => new Vector3());
  const toEye = new Matrix4();
  const place = new Vector4();
  let [left, top, right, bottom] = [0, 0, 0, 0];

  const take = ({ x, y, z }: Vector3): void => {
    place.set(x, y, z, 1).applyMatrix4(projection);
    const across = ((1 + place.x / place.w) / 2) * width;
    const down = ((1 - place.y / place.w) / 2) * height;
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
    let before = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 8; i += 1) {
      const corner = corners[i]!;
      corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(toEye);
      if (-corner.z < near) continue;
      before += 1;
      nearest = Math.min(nearest, -corner.z);
      take(corner);
    }
    if (before === 0 || nearest > far) return undefined;
    if (before < 8) {
      for (const [from, to] of boxEdges) {
        const crossing = clipEdge(corners[from]!, corners[to]!, near);
        if (crossing) take(crossing);
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

/** The least rectangle around two, either of which may be missing. */
export const uniteBounds = (
  one: ScreenBounds | undefined,
  other: ScreenBounds | undefined,
): ScreenBounds | undefined =>
  one && other
    ? {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      }
    : (one ?? other);
