/** Loaded models. The instances of a model share its geometry and textures. */
import { Box3, DirectionalLight, Mesh, SkinnedMesh, SpotLight, Texture } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { convertModelClips } from '../../animation/clips/convert-model-clips.ts';
import type { AnimationClip, BufferGeometry, Group, Material, Object3D } from 'three';
import type { Vector3 } from '#spec/values.ts';
import type { Clip } from '../../animation/clips/clip.ts';
import type { AssetImage } from '../images/read-image.ts';

export interface ModelInstance {
  /**
   * The root node of the instance. It shares geometry and textures with the model, but has its own materials and
   * skeletons.
   */
  readonly root: Object3D;
  /** The model's clips. Their tracks refer to nodes below the root. */
  readonly clips: readonly Clip[];
  /** Releases the instance. The caller must remove its root from the scene. */
  release(): void;
}

export interface Model {
  /** The original nodes, which are only used for measuring. Scenes contain instances instead. */
  readonly scene: Group;
  readonly clips: readonly Clip[];
  readonly materials: readonly Material[];
  readonly images: readonly AssetImage[];
  readonly triangles: number;
  /** One line for each kind of repair made while loading. */
  readonly repairs: readonly string[];
  /** The bounding box in model space and bind pose; `undefined` for a model without any geometry. */
  readonly bounds: { readonly min: Vector3; readonly max: Vector3 } | undefined;
  /** The number of instances that are not released yet. */
  readonly instanceCount: number;
  /**
   * Creates an instance of the model.
   * @throws Error after the model was released
   */
  instantiate(): ModelInstance;
  /** Prevents new instances. The model's resources are disposed of when its last instance is released. */
  release(): void;
}

export const listMeshes = (root: Object3D): Mesh[] => {
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

/** Clones each material once, so that changing a material in one instance doesn't affect other instances. */
const copyMaterials = (meshes: readonly Mesh[]): Material[] => {
  const copies = new Map<Material, Material>();
  const copyMaterial = (material: Material): Material => {
    const copy = copies.get(material) ?? material.clone();
    copies.set(material, copy);
    return copy;
  };
  for (const mesh of meshes) {
    mesh.material = Array.isArray(mesh.material)
      ? mesh.material.map(copyMaterial)
      : copyMaterial(mesh.material);
  }
  return [...copies.values()];
};

/**
 * Points each cloned light at its cloned child node, because cloning a light creates a new target outside of the scene.
 */
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

/** Creates a model from a loader's output. The model disposes of the loader's resources when it is no longer used. */
export const createModel = (
  scene: Group,
  animations: readonly AnimationClip[],
  images: readonly AssetImage[],
  repairs: readonly string[] = [],
): Model => {
  const meshes = listMeshes(scene);
  const geometries = new Set(meshes.map(({ geometry }) => geometry));
  const materials = [...new Set(meshes.flatMap(listMaterials))];
  // Computes the bounds, because the bounds declared in the file may be wrong.
  for (const geometry of geometries) geometry.computeBoundingBox();
  for (const geometry of geometries) geometry.computeBoundingSphere();
  const box = new Box3().setFromObject(scene);
  const bounds = box.isEmpty() ? undefined : { min: { ...box.min }, max: { ...box.max } };
  const clips = convertModelClips(scene, animations);
  const instances = new Set<object>();
  let isReleased = false;

  const disposeIfUnused = (): void => {
    if (!isReleased || instances.size > 0) return;
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
      return instances.size;
    },
    instantiate: () => {
      if (isReleased) throw new Error('The model has been released.');
      const root = clone(scene);
      const clonedMeshes = listMeshes(root);
      const copies = copyMaterials(clonedMeshes);
      aimLights(root);
      instances.add(root);
      return {
        root,
        clips,
        release: () => {
          if (!instances.delete(root)) return;
          disposeSkeletons(clonedMeshes);
          for (const material of copies) material.dispose();
          disposeIfUnused();
        },
      };
    },
    release: () => {
      if (isReleased) return;
      isReleased = true;
      disposeIfUnused();
    },
  };
};
