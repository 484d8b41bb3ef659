import { Color, Fog, FogExp2, Group, type Light, Scene, Vector3 } from 'three';
import { type DrawableNode, DrawableNodes } from './drawable-nodes.ts';
import { createGeometryCache } from './geometry-cache.ts';
import { createReplicaLights } from './replica-lights.ts';
import { createSurfaceMaterials } from './surface-materials.ts';
import { createTextureCache, type DecodeImage } from './texture-cache.ts';
import type { DrawableNumbers, RenderCamera, SceneChanges } from '#spec/scene-changes.ts';
import type { Changes } from '../decode-scene-changes.ts';

/** A replica of the service's scene in three.js. */
export interface SceneReplica {
  readonly scene: Scene;
  readonly camera: RenderCamera | null;
  /**
   * Applies changes from the service.
   * @returns whether the changes are visible
   */
  apply(changes: Changes): boolean;
  nodes(): DrawableNode[];
  /** The number of drawables. */
  readonly drawableCount: number;
  getObjectNodes(object: string): DrawableNode[];
  /** Returns, for each drawn object, a node that moves with the object. The nodes are keyed by the object's tag. */
  drawnObjects(): Map<string, DrawableNode>;
  /** Returns the lights. If a light casts shadows, its user data say so. */
  lights(): readonly Light[];
  /** Sets whether surfaces are shaded as in the service's pictures; otherwise, an environment light is expected. */
  setPictureShading(isPictured: boolean): void;
  /** Returns the number of entries in each of the replica's caches. */
  sizes(): { readonly geometries: number; readonly surfaces: number; readonly images: number };
}

/**
 * Creates an empty replica.
 * @param onReady called when an image has been decoded and can be drawn
 */
export const createSceneReplica = (decode: DecodeImage, onReady: () => void): SceneReplica => {
  const scene = new Scene();
  scene.matrixWorldAutoUpdate = false;
  const world = new Group();
  const lightGroup = new Group();
  scene.add(world, lightGroup);

  const geometries = createGeometryCache();
  const textures = createTextureCache(decode, onReady);
  const surfaces = createSurfaceMaterials(textures);
  const lights = createReplicaLights(lightGroup);
  const applyBackground = createBackgroundAndFog(scene);
  const nodesById = new Map<number, DrawableNodes>();
  const position = new Vector3();
  let camera: RenderCamera | null = null;

  const applyResources = (changes: Changes): Set<number> => {
    const { head } = changes;
    for (const geometry of head.geometries) geometries.add(geometry, changes);
    for (const image of head.images) textures.add(image, changes);
    return new Set(head.surfaces.filter((surface) => surfaces.update(surface)).map(({ id }) => id));
  };

  const remove = (id: number): void => {
    nodesById.get(id)?.remove();
    nodesById.delete(id);
  };

  const clear = (): void => {
    for (const id of nodesById.keys()) remove(id);
    prune();
  };

  /**
   * Applies the list of drawables.
   * @returns the drawables that must be rebuilt
   */
  const applyDrawables = ({ drawables, gone }: SceneChanges): Set<DrawableNodes> => {
    for (const id of gone) remove(id);
    return new Set(
      drawables.map((drawable) => {
        const node = nodesById.get(drawable.id) ?? new DrawableNodes(drawable);
        node.drawable = drawable;
        nodesById.set(drawable.id, node);
        return node;
      }),
    );
  };

  const move = ({ head, integers, floats }: Changes): void => {
    const matrices = floats(head.moved.matrices);
    for (const [i, id] of integers(head.moved.ids).entries())
      nodesById.get(id)?.matrix.fromArray(matrices, i * 16);
    const positions = floats(head.shifted.positions);
    for (const [i, id] of integers(head.shifted.ids).entries())
      nodesById.get(id)?.matrix.setPosition(position.fromArray(positions, i * 3));
  };

  /**
   * Applies bones, morph weights and instances.
   * @returns the drawables for which the changes contain bones, morph weights or instances
   */
  const applyDeformations = ({ head, floats }: Changes): Set<DrawableNodes> => {
    const deformed = new Set<DrawableNodes>();
    const assignNumbers = (
      entries: readonly DrawableNumbers[],
      field: 'boneMatrices' | 'morphWeights' | 'instanceMatrices',
    ): void => {
      for (const { id, numbers } of entries) {
        const node = nodesById.get(id);
        if (!node) continue;
        node[field] = floats(numbers);
        deformed.add(node);
      }
    };
    assignNumbers(head.posed, 'boneMatrices');
    assignNumbers(head.morphed, 'morphWeights');
    assignNumbers(head.instanced, 'instanceMatrices');
    return deformed;
  };

  const prune = (): void => {
    const drawables = [...nodesById.values()].map((node) => node.drawable);
    geometries.prune(new Set(drawables.map(({ geometry }) => geometry)));
    textures.prune(
      surfaces.prune(new Set(drawables.flatMap(({ parts }) => parts.map(({ surface }) => surface)))),
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
      const replaced = applyResources(changes);
      const rebuilt = applyDrawables(head);
      const deformed = applyDeformations(changes);
      for (const node of nodesById.values())
        if (node.drawable.parts.some(({ surface }) => replaced.has(surface))) rebuilt.add(node);
      for (const node of deformed) if (!node.canReuse) rebuilt.add(node);
      for (const node of rebuilt) node.build(world, geometries, surfaces);
      for (const node of deformed) if (!rebuilt.has(node)) node.applyDeformation();
      move(changes);
      if (head.lights) lights.apply(head.lights);
      const hasResourceChanges = head.drawables.length + head.gone.length + head.surfaces.length > 0;
      if (hasResourceChanges) prune();

      const hasCameraChanged = JSON.stringify(camera) !== JSON.stringify(head.camera);
      camera = head.camera;
      return [
        applyBackground(head),
        hasCameraChanged,
        hasResourceChanges,
        head.whole,
        head.lights !== undefined,
        head.moved.ids[1] + head.shifted.ids[1] > 0,
        deformed.size > 0,
      ].includes(true);
    },
    get drawableCount() {
      return nodesById.size;
    },
    nodes: () => [...nodesById.values()].flatMap(({ nodes }) => nodes),
    getObjectNodes: (object) =>
      [...nodesById.values()]
        .filter(({ drawable }) => drawable.object === object)
        .flatMap(({ nodes }) => nodes),
    drawnObjects() {
      const anchors = new Map<string, DrawableNode>();
      for (const { drawable, nodes } of nodesById.values())
        if (nodes[0] && !drawable.isSkinned && !anchors.has(drawable.object))
          anchors.set(drawable.object, nodes[0]);
      return anchors;
    },
    lights: lights.list,
    setPictureShading: surfaces.setPictureShading,
    sizes: () => ({ geometries: geometries.size, surfaces: surfaces.size, images: textures.size }),
  };
};

type SceneBackground = Pick<SceneChanges, 'background' | 'fog'>;

/** Creates a function that applies the background and fog to a three.js scene. */
const createBackgroundAndFog = (scene: Scene) => {
  let previous = '';
  /**
   * Applies the background and fog.
   * @returns whether they have changed
   */
  return ({ background, fog }: SceneBackground): boolean => {
    const current = JSON.stringify([background, fog]);
    if (current === previous) return false;
    previous = current;
    scene.background = new Color(...background);
    scene.fog = fog && createFog(fog);
    return true;
  };
};

const createFog = (fog: NonNullable<SceneBackground['fog']>): Fog | FogExp2 => {
  const color = new Color(...fog.color);
  return fog.kind === 'linear' ? new Fog(color, fog.near, fog.far) : new FogExp2(color, fog.density);
};
