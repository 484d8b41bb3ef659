import { Group, Scene, Vector3 } from 'three';
import { DrawableNodes } from './drawable-nodes.ts';
import { createGeometryCache } from './geometry-cache.ts';
import { createReplicaLights } from './replica-lights.ts';
import { createSurfaceMaterials } from './surface-materials.ts';
import { createBackgroundAndFog } from './background-and-fog.ts';
import { createTextureCache } from './texture-cache.ts';
import type { DrawableNumbers, SceneChanges, RenderCamera } from '#spec/scene-changes.ts';
import type { Changes } from '../decode-scene-changes.ts';
import type { DrawableNode } from './drawable-nodes.ts';
import type { DecodeImage } from './texture-cache.ts';

/** The scene of the service in three.js. */
interface SceneReplica {
  readonly scene: Scene;
  /** The camera of the scene. */
  readonly camera: RenderCamera | null;
  /** Applies changes. @returns whether anything looks different */
  apply(changes: Changes): boolean;
  /** Returns all drawn nodes. */
  nodes(): DrawableNode[];
  /** Returns the drawn nodes of a scene object. */
  getObjectNodes(object: string): DrawableNode[];
  /** Returns a node that moves with its object, for each drawn object by tag. */
  drawnObjects(): Map<string, DrawableNode>;
  /** Returns the sizes of its caches. */
  sizes(): { readonly geometries: number; readonly surfaces: number; readonly images: number };
}

/** @param onReady called when a decoded image can be drawn */
export const createSceneReplica = (decode: DecodeImage, onReady: () => void): SceneReplica => {
  const scene = new Scene();
  scene.matrixWorldAutoUpdate = false;
  const world = new Group();
  const lamps = new Group();
  scene.add(world, lamps);

  const geometries = createGeometryCache();
  const textures = createTextureCache(decode, onReady);
  const surfaces = createSurfaceMaterials(textures);
  const light = createReplicaLights(lamps);
  const surround = createBackgroundAndFog(scene);
  const drawn = new Map<number, DrawableNodes>();
  const position = new Vector3();
  let camera: RenderCamera | null = null;

  const takePieces = (changes: Changes): Set<number> => {
    const { head } = changes;
    for (const geometry of head.geometries) geometries.add(geometry, changes);
    for (const image of head.images) textures.add(image, changes);
    return new Set(head.surfaces.filter((surface) => surfaces.tell(surface)).map(({ id }) => id));
  };

  const remove = (id: number): void => {
    drawn.get(id)?.remove();
    drawn.delete(id);
  };

  const clear = (): void => {
    for (const id of drawn.keys()) remove(id);
    prune();
  };

  /** Applies the list of drawables. @returns those to rebuild */
  const takeDrawables = ({ drawables, gone }: SceneChanges): Set<DrawableNodes> => {
    for (const id of gone) remove(id);
    return new Set(
      drawables.map((shown) => {
        const one = drawn.get(shown.id) ?? new DrawableNodes(shown);
        one.drawable = shown;
        drawn.set(shown.id, one);
        return one;
      }),
    );
  };

  const move = ({ head, integers, floats }: Changes): void => {
    const matrices = floats(head.moved.matrices);
    for (const [i, id] of integers(head.moved.ids).entries())
      drawn.get(id)?.matrix.fromArray(matrices, i * 16);
    const positions = floats(head.shifted.positions);
    for (const [i, id] of integers(head.shifted.ids).entries())
      drawn.get(id)?.matrix.setPosition(position.fromArray(positions, i * 3));
  };

  /** Applies bones, weights and instances. @returns the drawables that have some */
  const takeForms = ({ head, floats }: Changes): Set<DrawableNodes> => {
    const deformed = new Set<DrawableNodes>();
    const take = (
      told: readonly DrawableNumbers[],
      field: 'boneMatrices' | 'morphWeights' | 'instanceMatrices',
    ): void => {
      for (const { id, numbers } of told) {
        const one = drawn.get(id);
        if (!one) continue;
        one[field] = floats(numbers);
        deformed.add(one);
      }
    };
    take(head.posed, 'boneMatrices');
    take(head.morphed, 'morphWeights');
    take(head.instanced, 'instanceMatrices');
    return deformed;
  };

  const prune = (): void => {
    const shown = [...drawn.values()].map((one) => one.drawable);
    geometries.prune(new Set(shown.map(({ geometry }) => geometry)));
    textures.prune(
      surfaces.prune(new Set(shown.flatMap(({ parts }) => parts.map(({ surface }) => surface)))),
    );
  };

  return {
    scene,
    get camera() {
      return camera;
    },
    apply(changes) {
      const { head } = changes;
      if (head.whole) clear();
      const replaced = takePieces(changes);
      const fresh = takeDrawables(head);
      const deformed = takeForms(changes);
      for (const one of drawn.values())
        if (one.drawable.parts.some(({ surface }) => replaced.has(surface))) fresh.add(one);
      for (const one of deformed) if (!one.canReuse) fresh.add(one);
      for (const one of fresh) one.build(world, geometries, surfaces);
      for (const one of deformed) if (!fresh.has(one)) one.applyDeformation();
      move(changes);
      if (head.lights) light(head.lights);
      const hasOtherPieces = head.drawables.length + head.gone.length + head.surfaces.length > 0;
      if (hasOtherPieces) prune();

      const isSeenOtherwise = JSON.stringify(camera) !== JSON.stringify(head.camera);
      camera = head.camera;
      return [
        surround(head),
        isSeenOtherwise,
        hasOtherPieces,
        head.whole,
        head.lights !== undefined,
        head.moved.ids[1] + head.shifted.ids[1] > 0,
        deformed.size > 0,
      ].includes(true);
    },
    nodes: () => [...drawn.values()].flatMap(({ nodes }) => nodes),
    getObjectNodes: (object) =>
      [...drawn.values()].filter(({ drawable }) => drawable.object === object).flatMap(({ nodes }) => nodes),
    drawnObjects() {
      const anchors = new Map<string, DrawableNode>();
      for (const { drawable, nodes } of drawn.values())
        if (nodes[0] && !drawable.isSkinned && !anchors.has(drawable.object))
          anchors.set(drawable.object, nodes[0]);
      return anchors;
    },
    sizes: () => ({ geometries: geometries.size, surfaces: surfaces.size, images: textures.size }),
  };
};
