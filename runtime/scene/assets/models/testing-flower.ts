/** The flower, as tests look at it. */
import { MeshStandardMaterial, SkinnedMesh } from 'three';
import { close, open, sunflower } from './testing-glb.ts';
import type { Mesh, Object3D } from 'three';
import type { Document } from './testing-glb.ts';

/** The flower, with something changed. */
export const changed = (change: (document: Document) => unknown): Buffer => {
  const { document, binary } = open(sunflower());
  change(document);
  return close(document, binary);
};

/** The one skinned mesh below. */
export const skinnedIn = (root: Object3D): SkinnedMesh => {
  const found: SkinnedMesh[] = [];
  root.traverse((node) => {
    if (node instanceof SkinnedMesh) found.push(node);
  });
  const [one, another] = found;
  if (one === undefined || another) throw new Error(`There are ${found.length} skinned meshes.`);
  return one;
};

/** The material of a mesh that has one. */
export const materialOf = ({ material }: Mesh): MeshStandardMaterial => {
  if (material instanceof MeshStandardMaterial) return material;
  throw new Error('The material is of another kind.');
};
