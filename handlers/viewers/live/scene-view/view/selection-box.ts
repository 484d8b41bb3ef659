import {
  Box3,
  BufferGeometry,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  type Object3D,
  SkinnedMesh,
  Vector3,
} from 'three';
import { createLineGeometry } from '../helpers/collider-wireframes.ts';

export const getBoundingBox = (nodes: readonly Object3D[]): Box3 => {
  const box = new Box3();
  for (const node of nodes) {
    // without this call, a skinned mesh would keep its box from an earlier pose
    if (node instanceof SkinnedMesh) node.computeBoundingBox();
    box.expandByObject(node);
  }
  return box;
};

/**
 * Creates the lines around an object that has no surfaces, such as particles. If the object is a single node, the lines are aligned with the node's
 * own axes.
 */
export const createSelectionBox = () => {
  const lines = new LineSegments(
    createCornerLines(),
    new LineBasicMaterial({ depthTest: false, transparent: true }),
  );
  lines.matrixAutoUpdate = false;
  lines.frustumCulled = false;
  lines.visible = false;
  return {
    lines,
    around(nodes: readonly Object3D[]): void {
      lines.visible = nodes.length > 0;
      const [only] = nodes;
      const geometry = only && 'geometry' in only ? only.geometry : undefined;
      const isSingle = only && nodes.length === 1 && !('skeleton' in only) && !('count' in only);
      if (isSingle && geometry instanceof BufferGeometry) {
        if (!geometry.boundingBox) geometry.computeBoundingBox();
        if (geometry.boundingBox)
          getBoxMatrix(lines.matrix, geometry.boundingBox).premultiply(only.matrixWorld);
      } else getBoxMatrix(lines.matrix, getBoundingBox(nodes));
      lines.matrixWorldNeedsUpdate = true;
    },
    color(css: string): void {
      lines.material.color.setStyle(css);
    },
  };
};

/** Returns the matrix that transforms the unit cube to a box. */
const getBoxMatrix = (matrix: Matrix4, box: Box3): Matrix4 => {
  const { x, y, z } = box.getSize(new Vector3()).multiplyScalar(1.02);
  return matrix.makeScale(x, y, z).setPosition(box.getCenter(new Vector3()));
};

/** Returns lines along the corners of a cube: the outer quarters of each edge, so that the content stays visible. */
const createCornerLines = (): BufferGeometry => {
  const points: number[] = [];
  for (const x of [-0.5, 0.5])
    for (const y of [-0.5, 0.5])
      for (const z of [-0.5, 0.5])
        for (const axis of [0, 1, 2]) {
          const corner = [x, y, z];
          points.push(...corner, ...corner.map((value, i) => (i === axis ? value / 2 : value)));
        }
  return createLineGeometry(points);
};
