import {
  Bone,
  InstancedBufferAttribute,
  InstancedMesh,
  Line,
  LineLoop,
  LineSegments,
  Matrix4,
  Mesh,
  Points,
  Skeleton,
  SkinnedMesh,
} from 'three';
import type { BufferGeometry, Group, Material } from 'three';
import type { Drawable, DrawablePart } from '#spec/scene-changes.ts';
import type { Geometries } from './geometries.ts';
import type { Surfaces } from './surfaces.ts';

export type Node = Mesh | Line | Points;

/** A drawable as three.js draws it: one node for each of its parts, all in the same place. */
export class Drawn {
  shown: Drawable;
  nodes: readonly Node[] = [];
  readonly matrix = new Matrix4();
  /** A matrix for each bone, or for each place that it stands in; weights of morph targets. */
  pose: Float32Array | undefined;
  places: Float32Array | undefined;
  weights: Float32Array | undefined;
  #skeleton: Skeleton | undefined;

  constructor(shown: Drawable) {
    this.shown = shown;
  }

  /** Makes its nodes anew, within a group. */
  build(group: Group, geometries: Geometries, surfaces: Surfaces): void {
    this.remove();
    this.#skeleton = this.pose && makeSkeleton(this.pose.length / 16);
    this.nodes = this.shown.parts.map(({ surface, mode, start, count }) => {
      const geometry = geometries.stretch(this.shown.geometry, start, count);
      const node = this.#node(mode, geometry, surfaces.material(surface, mode));
      node.renderOrder = this.shown.order;
      node.matrixAutoUpdate = false;
      node.matrixWorldAutoUpdate = false;
      if (!this.#skeleton) node.matrixWorld = this.matrix;
      node.userData.object = this.shown.object;
      return node;
    });
    if (this.nodes.length > 0) group.add(...this.nodes);
    this.deform();
  }

  /** Gives its nodes the pose, the places and the weights that were told. */
  deform(): void {
    const { pose, places, weights } = this;
    if (pose)
      for (const [i, bone] of this.#skeleton?.bones.entries() ?? []) bone.matrixWorld.fromArray(pose, i * 16);
    for (const node of this.nodes) {
      if (places && node instanceof InstancedMesh) {
        node.instanceMatrix.set(places);
        node.instanceMatrix.needsUpdate = true;
        node.boundingSphere = null;
      }
      if (weights && 'morphTargetInfluences' in node) node.morphTargetInfluences = Array.from(weights);
    }
  }

  /** Whether its nodes hold as many bones and places as were told. */
  get fits(): boolean {
    const bones = (this.pose?.length ?? 0) / 16;
    const count = (this.places?.length ?? 0) / 16;
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

  #node(mode: DrawablePart['mode'], geometry: BufferGeometry, material: Material): Node {
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
    if (this.#skeleton) return makeSkinned(geometry, material, this.#skeleton);
    if (!this.places) return new Mesh(geometry, material);
    const mesh = new InstancedMesh(geometry, material, 0);
    mesh.count = this.places.length / 16;
    mesh.instanceMatrix = new InstancedBufferAttribute(new Float32Array(this.places.length), 16);
    return mesh;
  }
}

/** Bones are told in the world, from the geometry: nothing is left to bind them by. */
const makeSkeleton = (count: number): Skeleton =>
  new Skeleton(
    Array.from({ length: count }, () => new Bone()),
    Array.from({ length: count }, () => new Matrix4()),
  );

const makeSkinned = (geometry: BufferGeometry, material: Material, skeleton: Skeleton): SkinnedMesh => {
  const mesh = new SkinnedMesh(geometry, material);
  mesh.bind(skeleton, new Matrix4());
  // where its vertices are is known to its bones only
  mesh.frustumCulled = false;
  return mesh;
};
