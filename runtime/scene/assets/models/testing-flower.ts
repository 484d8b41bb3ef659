/** Helpers for tests that use the flower model. */
import { type Mesh, MeshStandardMaterial, type Object3D, SkinnedMesh } from 'three';
import { createGlb, type Document, parseGlb, readSunflower } from './testing-glb.ts';

export const changeFlower = (change: (document: Document) => unknown): Buffer => {
  const { document, binary } = parseGlb(readSunflower());
  change(document);
  return createGlb(document, binary);
};

/** Returns the only skinned mesh below a node. */
export const getSkinnedMesh = (root: Object3D): SkinnedMesh => {
  const found: SkinnedMesh[] = [];
  root.traverse((node) => {
    if (node instanceof SkinnedMesh) found.push(node);
  });
  const [mesh, second] = found;
  if (mesh === undefined || second) throw new Error(`There are ${found.length} skinned meshes.`);
  return mesh;
};

/** Returns the only material of a mesh. */
export const getMaterial = ({ material }: Mesh): MeshStandardMaterial => {
  if (material instanceof MeshStandardMaterial) return material;
  throw new Error('The material is not a MeshStandardMaterial.');
};
