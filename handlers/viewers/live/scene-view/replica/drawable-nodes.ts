import {
  Bone,
  type BufferGeometry,
  type Group,
  InstancedBufferAttribute,
  InstancedMesh,
  Line,
  LineLoop,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  Points,
  Skeleton,
  SkinnedMesh,
} from 'three';
import type { Drawable, DrawablePart } from '#spec/scene-changes.ts';
import type { GeometryCache } from './geometry-cache.ts';
import type { SurfaceMaterials } from './surface-materials.ts';

export type DrawableNode = Mesh | Line | Points;

/** A drawable as three.js nodes. Each part is a node, and all nodes have the same transform. */
export class DrawableNodes {
  drawable: Drawable;
  nodes: readonly DrawableNode[] = [];
  readonly matrix = new Matrix4();
  /**
   * The matrices of bones and of instances, and the weights of morph targets. Each is `undefined` if the drawable has
   * none.
   */
  boneMatrices: Float32Array | undefined;
  instanceMatrices: Float32Array | undefined;
  morphWeights: Float32Array | undefined;
  #skeleton: Skeleton | undefined;

  constructor(drawable: Drawable) {
    this.drawable = drawable;
  }

  /** Creates the drawable's nodes again and adds them to a group. */
  build(group: Group, geometries: GeometryCache, surfaces: SurfaceMaterials): void {
    this.remove();
    this.#skeleton = this.boneMatrices && createSkeleton(this.boneMatrices.length / 16);
    this.nodes = this.drawable.parts.map(({ surface, mode, start, count }) => {
      const geometry = geometries.getRange(this.drawable.geometry, start, count);
      const material = surfaces.material(surface, mode);
      const node = this.#node(mode, geometry, material);
      node.renderOrder = this.drawable.order;
      node.castShadow = this.drawable.castsShadow === true && !material.transparent;
      node.receiveShadow = this.drawable.receivesShadow === true;
      node.matrixAutoUpdate = false;
      node.matrixWorldAutoUpdate = false;
      if (!this.#skeleton) node.matrixWorld = this.matrix;
      node.userData.object = this.drawable.object;
      return node;
    });
    if (this.nodes.length > 0) group.add(...this.nodes);
    this.applyDeformation();
  }

  applyDeformation(): void {
    const { boneMatrices, instanceMatrices, morphWeights } = this;
    if (boneMatrices)
      for (const [i, bone] of this.#skeleton?.bones.entries() ?? [])
        bone.matrixWorld.fromArray(boneMatrices, i * 16);
    for (const node of this.nodes) {
      if (instanceMatrices && node instanceof InstancedMesh) {
        node.instanceMatrix.set(instanceMatrices);
        node.instanceMatrix.needsUpdate = true;
        node.boundingSphere = null;
      }
      if (morphWeights && 'morphTargetInfluences' in node)
        node.morphTargetInfluences = Array.from(morphWeights);
    }
  }

  /** Whether the existing nodes have the right numbers of bones and instances. */
  get canReuse(): boolean {
    const bones = (this.boneMatrices?.length ?? 0) / 16;
    const count = (this.instanceMatrices?.length ?? 0) / 16;
    return (
      bones === (this.#skeleton?.bones.length ?? 0) &&
      this.nodes.every((node) => !(node instanceof InstancedMesh) || node.count === count)
    );
  }

  remove(): void {
    for (const node of this.nodes) {
      node.removeFromParent();
      if (node instanceof InstancedMesh) node.dispose();
    }
    this.#skeleton?.dispose();
  }

  #node(mode: DrawablePart['mode'], geometry: BufferGeometry, material: Material): DrawableNode {
    switch (mode) {
      case 'segments':
        return new LineSegments(geometry, material);
      case 'strip':
        return new Line(geometry, material);
      case 'loop':
        return new LineLoop(geometry, material);
      case 'points':
        return new Points(geometry, material);
    }
    if (this.#skeleton) return createSkinnedMesh(geometry, material, this.#skeleton);
    if (!this.instanceMatrices) return new Mesh(geometry, material);
    const mesh = new InstancedMesh(geometry, material, 0);
    mesh.count = this.instanceMatrices.length / 16;
    mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(this.instanceMatrices.length), 16);
    return mesh;
  }
}

/**
 * Creates a skeleton. The skeleton needs no bind matrices, because bones are given in world space relative to the
 * geometry.
 */
const createSkeleton = (count: number): Skeleton =>
  new Skeleton(
    Array.from({ length: count }, () => new Bone()),
    Array.from({ length: count }, () => new Matrix4()),
  );

const createSkinnedMesh = (geometry: BufferGeometry, material: Material, skeleton: Skeleton): SkinnedMesh => {
  const mesh = new SkinnedMesh(geometry, material);
  mesh.bind(skeleton, new Matrix4());
  // the bones determine where the vertices are, so the geometry's own bounds can't be used for culling
  mesh.frustumCulled = false;
  return mesh;
};
