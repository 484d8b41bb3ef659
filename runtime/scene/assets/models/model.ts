/** Models as they are held: once, with instances that share what is large. */
import { Box3, DirectionalLight, Mesh, SkinnedMesh, SpotLight, Texture } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { convertModelClips } from '../../animation/clips/convert-model-clips.ts';
import type { AnimationClip, BufferGeometry, Group, Material, Object3D } from 'three';
import type { Vector3 } from '#spec/values.ts';
import type { Clip } from '../../animation/clips/clip.ts';
import type { AssetImage } from '../images/read-image.ts';

/** One appearance of a model in a scene. */
export interface ModelInstance {
  /** Geometries and textures are those of the model, materials and skeletons are its own. */
  readonly root: Object3D;
  /** The clips of the model, whose tracks lead to nodes below the root. */
  readonly clips: readonly Clip[];
  /** Gives up the instance. Whoever hung its root into a scene takes it out of there. */
  release(): void;
}

export interface Model {
  /** As it was loaded, for measuring; what stands in a scene are instances. */
  readonly scene: Group;
  readonly clips: readonly Clip[];
  readonly materials: readonly Material[];
  readonly images: readonly AssetImage[];
  readonly triangles: number;
  /** What was repaired while it was read, a line for each kind of repair. */
  readonly repairs: readonly string[];
  /** In the model's own space, in its bind pose; undefined for a model without any surface. */
  readonly bounds: { readonly min: Vector3; readonly max: Vector3 } | undefined;
  /** Instances that have not been released. */
  readonly instanceCount: number;
  /** @throws Error when the model has been released. */
  instantiate(): ModelInstance;
  /** Gives up the model: no new instances. What it holds is disposed of with the last instance. */
  release(): void;
}

const listMeshes = (root: Object3D): Mesh[] => {
  const meshes: Mesh[] = [];
  root.traverse((node) => {
    if (node instanceof Mesh) meshes.push(node);
  });
  return meshes;
};

const listMaterials = ({ material }: Mesh): Material[] => (Array.isArray(material) ? material : [material]);

const countTriangles = ({ index, attributes }: BufferGeometry): number =>
  Math.floor((index?.count ?? attributes.position?.count ?? 0) / 3);

const listTextures = (material: Material): Texture[] =>
  Object.values(material).filter((value) => value instanceof Texture);

/** Each material once copied, so that what is painted in one instance stays as it is in others. */
const copyMaterials = (meshes: readonly Mesh[]): Material[] => {
  const copies = new Map<Material, Material>();
  const copyOf = (material: Material): Material => {
    const copy = copies.get(material) ?? material.clone();
    copies.set(material, copy);
    return copy;
  };
  for (const mesh of meshes) {
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(copyOf) : copyOf(mesh.material);
  }
  return [...copies.values()];
};

/** A copied light has a target of its own that hangs nowhere; it is to be the one that was copied beneath it. */
const aimLights = (root: Object3D): void => {
  root.traverse((node) => {
    if (!(node instanceof DirectionalLight || node instanceof SpotLight)) return;
    const [target] = node.children;
    if (target) node.target = target;
  });
};

const disposeSkeletons = (meshes: readonly Mesh[]): void => {
  for (const mesh of meshes) if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose();
};

/** Takes what a loader has read into a model that disposes of it at the end. */
export const createModel = (
  scene: Group,
  animations: readonly AnimationClip[],
  images: readonly AssetImage[],
  repairs: readonly string[] = [],
): Model => {
  const meshes = listMeshes(scene);
  const geometries = new Set(meshes.map(({ geometry }) => geometry));
  const materials = [...new Set(meshes.flatMap(listMaterials))];
  // Those that the file states are what its tool computed.
  for (const geometry of geometries) geometry.computeBoundingBox();
  for (const geometry of geometries) geometry.computeBoundingSphere();
  const box = new Box3().setFromObject(scene);
  const bounds = box.isEmpty() ? undefined : { min: { ...box.min }, max: { ...box.max } };
  const clips = convertModelClips(scene, animations);
  const held = new Set<object>();
  let released = false;

  const disposeAtLast = (): void => {
    if (!released || held.size > 0) return;
    disposeSkeletons(meshes);
    for (const geometry of geometries) geometry.dispose();
    for (const texture of new Set(materials.flatMap(listTextures))) texture.dispose();
    for (const material of materials) material.dispose();
  };

  return {
    scene,
    clips,
    materials,
    images,
    repairs,
    triangles: meshes.reduce((sum, { geometry }) => sum + countTriangles(geometry), 0),
    bounds,
    get instanceCount() {
      return held.size;
    },
    instantiate: () => {
      if (released) throw new Error('The model has been released.');
      const root = clone(scene);
      const own = listMeshes(root);
      const copies = copyMaterials(own);
      aimLights(root);
      held.add(root);
      return {
        root,
        clips,
        release: () => {
          if (!held.delete(root)) return;
          disposeSkeletons(own);
          for (const material of copies) material.dispose();
          disposeAtLast();
        },
      };
    },
    release: () => {
      if (released) return;
      released = true;
      disposeAtLast();
    },
  };
};
