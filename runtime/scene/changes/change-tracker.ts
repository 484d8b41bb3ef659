/** Scans the scene, and tracks for each drawable the scan in which its appearance last changed. */
import { AttachedBindMode } from 'three';
import { describeLight, fallbackLights, isLight } from '../rendering/describe/describe-environment.ts';
import {
  forEachDrawRange,
  isDrawable,
  isInstanced,
  isSkinned,
  isSprite,
  writeBoneMatrices,
} from '../rendering/describe/drawable.ts';
import { DrawableDescription } from './drawable-description.ts';
import { createGeometryTracker, createSurfaceTracker } from './resource-trackers.ts';
import { FloatArrayTracker, IdRegistry, NodeCache } from './scan-registries.ts';
import { serializeLight } from './serialize-scene.ts';
import { type NodeTransform, WorldTransforms } from '../../kernels/world-transforms.ts';
import type { Material, Object3D, SkinnedMesh, Sprite, Light as ThreeLight } from 'three';
import type { RenderLight } from '#spec/scene-changes.ts';
import type { PartMode } from '../../kernels/rasterizer/render-frame.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { Drawable } from '../rendering/describe/drawable.ts';
import type { TrackedGeometry, TrackedSurface } from './resource-trackers.ts';
import type { CachedNode, IdEntry } from './scan-registries.ts';

/** A drawable other than a sprite, since sprites are never part of the scene. */
type TrackedDrawable = Exclude<Drawable, Sprite>;

interface TrackedNode extends CachedNode {
  readonly transform: NodeTransform;
  readonly owner: SceneObject | undefined;
  readonly light: ThreeLight | undefined;
  readonly drawable: TrackedDrawable | undefined;
  /** The tag of the scene object that the node belongs to. */
  ownerTag: string;
  geometry: TrackedGeometry | undefined;
  surface: TrackedSurface | undefined;
  entry: IdEntry<Object3D, DrawableDescription> | undefined;
  id: number;
  /** Whether the drawable's appearance can change without a write. */
  needsRescan: boolean;
}

interface ScanResult {
  /** The transforms of all nodes. Parents come before their children. */
  readonly transforms: NodeTransform[];
  /** The drawables whose world matrix must be updated. */
  readonly unskinned: TrackedNode[];
  readonly skinned: { readonly id: number; readonly mesh: SkinnedMesh }[];
  readonly rescanned: TrackedNode[];
  readonly visibleLights: ThreeLight[];
  lightCount: number;
}

const createScanResult = (): ScanResult => ({
  transforms: [],
  unskinned: [],
  skinned: [],
  rescanned: [],
  visibleLights: [],
  lightCount: 0,
});

/** The maximum number of removed drawables to remember. */
const maxRemembered = 10_000;

export type TrackedScene = Pick<Scene, 'root' | 'findByNode' | 'structure' | 'appearance' | 'effects'>;

export const createChangeTracker = (scene: TrackedScene, firstScan: number) => {
  const { root, findByNode, structure, appearance } = scene;
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };

  let scan = firstScan;
  const worldTransforms = new WorldTransforms();
  const nodes = new NodeCache<TrackedNode>((node) => ({
    node,
    transform: worldTransforms.add(node),
    seenAt: scan,
    owner: findByNode(node),
    light: isLight(node) ? node : undefined,
    drawable: isDrawable(node) && !isSprite(node) ? node : undefined,
    ownerTag: '',
    geometry: undefined,
    surface: undefined,
    entry: undefined,
    id: 0,
    needsRescan: false,
  }));
  const { geometries, track: trackGeometry } = createGeometryTracker(nextSerial);
  const { images, surfaces, track: trackSurface } = createSurfaceTracker(nextSerial);
  const drawables = new IdRegistry<Object3D, DrawableDescription>();
  const registries = [geometries, images, surfaces, drawables];
  const tracks = {
    poses: new FloatArrayTracker(),
    weights: new FloatArrayTracker(),
    instances: new FloatArrayTracker(),
  };
  const removals: { readonly id: number; readonly scan: number }[] = [];
  /** The earliest scan after which all removals are still remembered. */
  let rememberedSince = firstScan;
  let lights: { readonly list: readonly RenderLight[]; readonly text: string; readonly changedAt: number } = {
    list: [],
    text: '',
    changedAt: firstScan,
  };
  let lastScan = createScanResult();
  let effects: ReadonlySet<Object3D> = new Set();
  /** The counters at the last full scan. A different number of root nodes means that the environment has changed. */
  let lastCounts: readonly number[] = [];
  const count = (): number[] => [structure.version, appearance.version, root.children.length];

  /** Copies the world matrix computed by the scan to a node. */
  const copyWorldMatrix = (node: Object3D): void => {
    const tracked = nodes.find(node);
    if (tracked) worldTransforms.copyToNode(tracked.transform);
  };

  const recordPose = (id: number, mesh: SkinnedMesh): void => {
    const { bones } = mesh.skeleton;
    for (const node of [mesh, ...bones]) copyWorldMatrix(node);
    if (mesh.bindMode === AttachedBindMode) mesh.bindMatrixInverse.copy(mesh.matrixWorld).invert();
    const numbers = new Float32Array(bones.length * 16);
    writeBoneMatrices(mesh, numbers, 0);
    tracks.poses.update(id, scan, numbers);
  };

  const serializeVisibleLight = (light: ThreeLight): RenderLight | undefined => {
    copyWorldMatrix(light);
    if ('target' in light) copyWorldMatrix(light.target as Object3D);
    const described = describeLight(light);
    return described && serializeLight(described, light.castShadow);
  };

  const recordLights = ({ visibleLights, lightCount }: ScanResult): void => {
    const list =
      lightCount === 0
        ? fallbackLights.map((light) => serializeLight(light))
        : visibleLights.flatMap((light) => serializeVisibleLight(light) ?? []);
    const text = JSON.stringify(list);
    if (text !== lights.text) lights = { list, text, changedAt: scan };
  };

  const recordNumbers = (id: number, node: TrackedDrawable): void => {
    if (node.morphTargetInfluences?.length) tracks.weights.update(id, scan, node.morphTargetInfluences);
    if (isInstanced(node)) {
      tracks.instances.update(id, scan, node.instanceMatrix.array.subarray(0, node.count * 16));
    }
  };

  let description = new DrawableDescription();
  let currentNode: TrackedNode;
  const addPart = (material: Material, mode: PartMode, start: number, length: number): void => {
    const surface = trackSurface(material, scan, currentNode.surface);
    currentNode.surface = surface;
    if (surface.content.version === undefined) currentNode.needsRescan = true;
    description.write(surface.id);
    description.write(mode);
    description.write(start);
    description.write(length);
  };

  /**
   * Updates the description of a drawable.
   * @returns whether any part of the drawable is drawn
   */
  const updateDrawable = (tracked: TrackedNode, node: TrackedDrawable): boolean => {
    const entry = drawables.find(node, tracked.entry);
    currentNode = tracked;
    description = entry?.content ?? new DrawableDescription();
    description.begin(tracked.ownerTag);
    tracked.geometry = trackGeometry(node.geometry, scan, tracked.geometry);
    description.write(tracked.geometry.entry.id);
    description.write(node.renderOrder);
    description.write(Number(isSkinned(node)));
    description.write(Number(node.castShadow));
    description.write(Number(node.receiveShadow));
    forEachDrawRange(node, addPart);
    const hasChanged = description.end();
    if (!description.hasParts) return false;
    tracked.entry = entry ?? drawables.add(node, scan, description);
    tracked.id = tracked.entry.id;
    drawables.markSeen(tracked.entry);
    if (hasChanged) drawables.markChanged(tracked.entry, scan);
    if (!entry) worldTransforms.markMoved(tracked.transform, scan);
    recordNumbers(tracked.id, node);
    return true;
  };

  const updateVisible = (tracked: TrackedNode): void => {
    const { light, drawable, node } = tracked;
    tracked.needsRescan = effects.has(node);
    if (light) lastScan.visibleLights.push(light);
    if (!drawable) return;
    const isDrawn = updateDrawable(tracked, drawable);
    if (drawable.morphTargetInfluences?.length || isInstanced(drawable)) tracked.needsRescan = true;
    if (tracked.needsRescan) lastScan.rescanned.push(tracked);
    if (!isDrawn) return;
    if (isSkinned(drawable)) lastScan.skinned.push({ id: tracked.id, mesh: drawable });
    else lastScan.unskinned.push(tracked);
  };

  const visit = (node: Object3D, parent: TrackedNode | undefined, visible: boolean): void => {
    const tracked = nodes.markSeen(node, scan);
    const isVisible = visible && node.visible;
    const { transform } = tracked;
    // Particles in world space have no transform, not even that of their object.
    worldTransforms.setParent(transform, node.matrixWorldAutoUpdate ? parent?.transform : undefined);
    worldTransforms.update(transform, scan);
    lastScan.transforms.push(transform);
    tracked.ownerTag = tracked.owner?.tag ?? parent?.ownerTag ?? '';
    if (tracked.light) lastScan.lightCount += 1;
    if (isVisible) updateVisible(tracked);
    for (const child of node.children) visit(child, tracked, isVisible);
  };

  const scanAll = (): void => {
    scan += 1;
    lastScan = createScanResult();
    effects = new Set(scene.effects.all());
    for (const registry of registries) registry.beginScan();
    visit(root, undefined, true);
    const missing = drawables.removeUnseen();
    for (const track of Object.values(tracks)) track.remove(missing);
    for (const id of missing) removals.push({ id, scan });
    for (const { scan: at } of removals.splice(0, removals.length - maxRemembered)) rememberedSince = at;
    for (const registry of [geometries, images, surfaces]) registry.removeUnseen();
    for (const tracked of nodes.removeUnseen(scan)) worldTransforms.remove(tracked.transform);
  };

  /**
   * Updates only the transforms, and the drawables that change without a write.
   * @returns whether this partial scan was sufficient
   */
  const rescan = (): boolean => {
    scan += 1;
    for (const transform of lastScan.transforms) worldTransforms.update(transform, scan);
    return lastScan.rescanned.every((tracked) => {
      const wasDrawn = tracked.entry?.seenInScan !== undefined;
      return tracked.drawable && updateDrawable(tracked, tracked.drawable) === wasDrawn;
    });
  };

  return {
    geometries,
    images,
    surfaces,
    drawables,
    worldTransforms,
    tracks,
    /** The number of the latest scan. */
    get scan() {
      return scan;
    },
    /** The drawables that have a world matrix. */
    get positionedDrawables() {
      return lastScan.unskinned;
    },
    get lights() {
      return lights;
    },
    /** Whether all changes since an earlier scan are still known. */
    hasChangesSince: (earlier: number): boolean =>
      earlier > firstScan && earlier <= scan && earlier >= rememberedSince,
    /** Returns the ids of drawables that have been removed since an earlier scan. */
    listRemovedAfter: (earlier: number): number[] =>
      removals.filter((removal) => removal.scan > earlier).map(({ id }) => id),
    update(): void {
      const now = count();
      const isUnchanged = now.every((changes, i) => changes === lastCounts[i]);
      lastCounts = now;
      if (!isUnchanged || !rescan()) scanAll();
      for (const { id, mesh } of lastScan.skinned) recordPose(id, mesh);
      recordLights(lastScan);
    },
  };
};
