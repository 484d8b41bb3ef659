import { Vector3 as ThreeVector3 } from 'three';
import { screenToWorld } from './screen-projection.ts';
import type { Box3 } from 'three';
import type { SceneCamera } from './update-camera-matrices.ts';

type Corners = readonly ThreeVector3[];

const ndcEnds = [0, 1] as const;

/** Returns the corners of the near plane, then of the far plane: top left, bottom left, top right, bottom right. */
const getFrustumCorners = (camera: SceneCamera): Corners =>
  [camera.near, camera.far].flatMap((depth) =>
    ndcEnds.flatMap((x) =>
      ndcEnds.map((y) => {
        const corner = screenToWorld(camera, { x, y }, depth);
        return new ThreeVector3(corner.x, corner.y, corner.z);
      }),
    ),
  );

/**
 * Returns the directions of the view's edges: across, down, and from each near corner to the corresponding far corner.
 */
const getEdgeDirections = (corners: Corners): Corners => {
  const getDirections = (from: number, to: number): ThreeVector3[] => {
    const [start, end] = [corners[from], corners[to]];
    return start && end ? [end.clone().sub(start).normalize()] : [];
  };
  return [
    getDirections(0, 2),
    getDirections(0, 1),
    getDirections(0, 4),
    getDirections(1, 5),
    getDirections(2, 6),
    getDirections(3, 7),
  ].flat();
};

const getBoxCorners = ({ min, max }: Box3): Corners =>
  [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new ThreeVector3(x, y, z))),
  );

const worldAxes: Corners = [new ThreeVector3(1, 0, 0), new ThreeVector3(0, 1, 0), new ThreeVector3(0, 0, 1)];

const listCrossProducts = (first: Corners, second: Corners): Corners =>
  first.flatMap((a) => second.map((b) => a.clone().cross(b)));

const projectOntoAxis = (
  axis: ThreeVector3,
  corners: Corners,
): { readonly from: number; readonly to: number } => {
  const projections = corners.map((corner) => corner.dot(axis));
  return { from: Math.min(...projections), to: Math.max(...projections) };
};

/**
 * Classifies a box by a camera's view, from the near to the far plane. No point of an `outside` box is visible, whereas
 * some points of a `partly` visible box are visible. The function uses the separating axis theorem: two convex bodies
 * are apart exactly when a face normal of one body, or the cross product of an edge of each body, separates them.
 * @param box a box that is aligned with the world axes; an empty box is outside
 */
export const classifyBoxInView = (camera: SceneCamera, box: Box3): 'inside' | 'partly' | 'outside' => {
  if (box.isEmpty()) return 'outside';
  const view = getFrustumCorners(camera);
  const boxCorners = getBoxCorners(box);
  const edges = getEdgeDirections(view);
  const axes = [...worldAxes, ...listCrossProducts(edges, edges), ...listCrossProducts(edges, worldAxes)];
  let isWithin = true;
  for (const axis of axes) {
    const viewRange = projectOntoAxis(axis, view);
    const boxRange = projectOntoAxis(axis, boxCorners);
    if (boxRange.to < viewRange.from || boxRange.from > viewRange.to) return 'outside';
    isWithin &&= boxRange.from >= viewRange.from && boxRange.to <= viewRange.to;
  }
  return isWithin ? 'inside' : 'partly';
};
