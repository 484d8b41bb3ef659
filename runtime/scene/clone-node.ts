import { DirectionalLight, Mesh, SpotLight } from 'three';
import type { Object3D } from 'three';

/**
 * A copy of one node without the objects under it. Materials are copied too, so that colours stay apart;
 * geometries are shared.
 */
export const cloneNode = (node: Object3D): Object3D => {
  const twin = node.clone(false);
  if (twin instanceof Mesh) {
    twin.material = Array.isArray(twin.material)
      ? twin.material.map((material) => material.clone())
      : twin.material.clone();
  }
  if (twin instanceof DirectionalLight || twin instanceof SpotLight) twin.add(twin.target);
  return twin;
};
