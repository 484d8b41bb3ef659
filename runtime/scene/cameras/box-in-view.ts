import { Vector3 as ThreeVector3 } from 'three';
import { screenToWorld } from './screen-projection.ts';
import type { Box3 } from 'three';
import type { SceneCamera } from './scene-camera.ts';

type Corners = readonly ThreeVector3[];

const ndcEnds = [0, 1] as const;

/** Of the near end, then of the far end: left top, left bottom, right top, right bottom. */
const getFrustumCorners = (camera: SceneCamera): Corners =>
  [camera.near, camera.far].flatMap((depth) =>
    ndcEnds.flatMap((x) =>
      ndcEnds.map((y) => {
        const corner = screenToWorld(camera, { x, y }, depth);
        return new ThreeVector3(corner.x, corner.y, corner.z);
      }),
    ),
  );

/** The directions in which edges of the view run: across, down, and from each near corner to its far one. */
const getEdgeDirections = (corners: Corners): Corners => {
  const way = (from: number, to: number): ThreeVector3[] => {
    const [start, end] = [corners[from], corners[to]];
    return start && end ? [end.clone().sub(start).normalize()] : [];
  };
  return [way(0, 2), way(0, 1), way(0, 4), way(1, 5), way(2, 6), way(3, 7)].flat();
};

const getBoxCorners = ({ min, max }: Box3): Corners =>
  [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new ThreeVector3(x, y, z))),
  );

const worldAxes: Corners = [new ThreeVector3(1, 0, 0), new ThreeVector3(0, 1, 0), new ThreeVector3(0, 0, 1)];

const listCrossProducts = (some: Corners, others: Corners): Corners =>
  some.flatMap((one) => others.map((other) => one.clone().cross(other)));

const projectOntoAxis = (
  axis: ThreeVector3,
  corners: Corners,
): { readonly from: number; readonly to: number } => {
  const places = corners.map((corner) => corner.dot(axis));
  return { from: Math.min(...places), to: Math.max(...places) };
};

/**
 * How much of a box is in the view of a camera, from its near to its far end. Of a box that is `outside` no point is in view, and of
 * one that is `partly` in view there is one: two convex bodies are apart exactly when they are so along the normal of a face of one
 * of them, or along what is upright on an edge of each.
 * @param box along the axes of the world; an empty one is outside
 */
export const classifyBoxInView = (camera: SceneCamera, box: Box3): 'inside' | 'partly' | 'outside' => {
  if (box.isEmpty()) return 'outside';
  const view = getFrustumCorners(camera);
  const boxCorners = getBoxCorners(box);
  const edges = getEdgeDirections(view);
  const axes = [...worldAxes, ...listCrossProducts(edges, edges), ...listCrossProducts(edges, worldAxes)];
  let isWithin = true;
  for (const axis of axes) {
    const seen = projectOntoAxis(axis, view);
    const taken = projectOntoAxis(axis, boxCorners);
    if (taken.to < seen.from || taken.from > seen.to) return 'outside';
    isWithin &&= taken.from >= seen.from && taken.to <= seen.to;
  }
  return isWithin ? 'inside' : 'partly';
};
