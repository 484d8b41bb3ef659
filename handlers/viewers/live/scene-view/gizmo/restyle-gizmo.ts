import { Box3, Mesh, type Object3D, Vector3 } from 'three';

const lineScale = 1.7;
const arrowheadScale = 1.35;

/** Makes the handles of three.js bolder, and removes the arrowheads that point in negative directions. */
export const restyleGizmo = (root: Object3D): void => {
  const handles: Mesh[] = [];
  root.traverse((node) => {
    if (node instanceof Mesh && ['X', 'Y', 'Z'].includes(node.name) && isVisibleHandle(node))
      handles.push(node);
  });
  for (const handle of handles) restyleHandle(handle);
};

/** Whether a handle is seen, as opposed to the larger invisible shapes that react to the pointer. */
const isVisibleHandle = ({ material }: Mesh): boolean => !Array.isArray(material) && material.opacity === 1;

const restyleHandle = (handle: Mesh): void => {
  const { geometry, name } = handle;
  geometry.computeBoundingBox();
  const box = geometry.boundingBox ?? new Box3();
  const axis = name === 'X' ? 'x' : name === 'Y' ? 'y' : 'z';
  const center = box.getCenter(new Vector3());
  const size = box.getSize(new Vector3());
  const isArrowhead = size[axis] < 0.2 && Math.abs(center[axis]) > 0.4;
  if (isArrowhead && center[axis] < 0) {
    handle.removeFromParent();
    geometry.dispose();
    return;
  }
  if (isArrowhead) {
    geometry.translate(-center.x, -center.y, -center.z);
    geometry.scale(arrowheadScale, arrowheadScale, arrowheadScale);
    geometry.translate(center.x, center.y, center.z);
  } else if (size[axis] > 0.2) {
    const scale = new Vector3(lineScale, lineScale, lineScale);
    scale[axis] = 1;
    geometry.scale(scale.x, scale.y, scale.z);
  }
};
