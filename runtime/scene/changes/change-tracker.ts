/** Scans the scene, and tracks per drawable the scan at which its appearance last changed. */
import { AttachedBindMode } from 'three';
import { writeBoneMatrices } from '../rendering/describe/write-bone-matrices.ts';
import { describeLight, isLight, fallbackLights } from '../rendering/describe/describe-lights.ts';
import {
  forEachDrawRange,
  isDrawable,
  isInstanced,
  isSkinned,
  isSprite,
} from '../rendering/describe/drawable.ts';
import { FloatArrayTracker } from './float-array-tracker.ts';
import { NodeCache } from './node-cache.ts';
import { DrawableDescription } from './drawable-description.ts';
import { WorldTransforms } from './world-transforms.ts';
import { IdRegistry } from './id-registry.ts';
import { createGeometryTracker } from './geometry-tracker.ts';
import { serializeLight } from './serialize-light.ts';
import { createSurfaceTracker } from './surface-tracker.ts';
import type { Material, Object3D, SkinnedMesh, Sprite, Light as ThreeLight } from 'three';
import type { RenderLight } from '#spec/scene-changes.ts';
import type { Drawable } from '../rendering/describe/drawable.ts';
import type { PartMode } from '../rendering/render-frame.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { CachedNode } from './node-cache.ts';
import type { NodeTransform } from './world-transforms.ts';
import type { IdEntry } from './id-registry.ts';
import type { TrackedGeometry } from './geometry-tracker.ts';
import type { TrackedSurface } from './surface-tracker.ts';

/** The scene draws no sprites. */
type TrackedDrawable = Exclude<Drawable, Sprite>;

interface TrackedNode extends CachedNode {
  readonly transform: NodeTransform;
  readonly owner: SceneObject | undefined;
  readonly light: ThreeLight | undefined;
  readonly drawable: TrackedDrawable | undefined;
  /** Tag of its object. */
  ownerTag: string;
  geometry: TrackedGeometry | undefined;
  surface: TrackedSurface | undefined;
  entry: IdEntry<Object3D, DrawableDescription> | undefined;
  /** Id of the drawable. */
  id: number;
  /** Whether its appearance can change without a write. */
  needsRescan: boolean;
}

/** The result of a full scan of the scene. */
interface ScanResult {
  /** Parents before their children. */
  readonly transforms: NodeTransform[];
  /** Drawables whose world matrix must be updated. */
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

/** Maximum number of removed drawables that are remembered. */
const maxRemembered = 10_000;

export type TrackedScene = Pick<Scene, 'root' | 'findByNode' | 'structure' | 'appearance' | 'effects'>;

export const createChangeTracker = (scene: TrackedScene, firstLook: number) => {
  const { root, findByNode, structure, appearance } = scene;
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };

  let look = firstLook;
  const places = new WorldTransforms();
  const nodes = new NodeCache<TrackedNode>((node) => ({
    node,
    transform: places.add(node),
    seenAt: look,
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
  const { geometries, meet: meetShape } = createGeometryTracker(nextSerial);
  const { images, surfaces, meet: meetSurface } = createSurfaceTracker(nextSerial);
  const drawables = new IdRegistry<Object3D, DrawableDescription>();
  const rolls = [geometries, images, surfaces, drawables];
  const tracks = {
    poses: new FloatArrayTracker(),
    weights: new FloatArrayTracker(),
    instances: new FloatArrayTracker(),
  };
  const gone: { readonly id: number; readonly look: number }[] = [];
  /** Removals before this scan may have been forgotten. */
  let goneSince = firstLook;
  let lights: { readonly list: readonly RenderLight[]; readonly text: string; readonly changedAt: number } = {
    list: [],
    text: '',
    changedAt: firstLook,
  };
  let found = createScanResult();
  let effects: ReadonlySet<Object3D> = new Set();
  /** The version counters at the last full scan; the environment is added and removed at the root. */
  let counted: readonly number[] = [];
  const count = (): number[] => [structure.version, appearance.version, root.children.length];

  /** Updates the world matrix of a node. */
  const tellPlace = (node: Object3D): void => {
    const known = nodes.find(node);
    if (known) places.copyToNode(known.transform);
  };

  const notePose = (id: number, mesh: SkinnedMesh): void => {
    const { bones } = mesh.skeleton;
    for (const node of [mesh, ...bones]) tellPlace(node);
    if (mesh.bindMode === AttachedBindMode) mesh.bindMatrixInverse.copy(mesh.matrixWorld).invert();
    const numbers = new Float32Array(bones.length * 16);
    writeBoneMatrices(mesh, numbers, 0);
    tracks.poses.update(id, look, numbers);
  };

  const lightOf = (light: ThreeLight): RenderLight | undefined => {
    tellPlace(light);
    if ('target' in light) tellPlace(light.target as Object3D);
    const described = describeLight(light);
    return described && serializeLight(described);
  };

  const noteLights = ({ visibleLights, lightCount }: ScanResult): void => {
    const list =
      lightCount === 0
        ? fallbackLights.map(serializeLight)
        : visibleLights.flatMap((light) => lightOf(light) ?? []);
    const text = JSON.stringify(list);
    if (text !== lights.text) lights = { list, text, changedAt: look };
  };

  const noteNumbers = (id: number, node: TrackedDrawable): void => {
    if (node.morphTargetInfluences?.length) tracks.weights.update(id, look, node.morphTargetInfluences);
    if (isInstanced(node)) {
      tracks.instances.update(id, look, node.instanceMatrix.array.subarray(0, node.count * 16));
    }
  };

  let outline = new DrawableDescription();
  let painted: TrackedNode;
  const addPart = (material: Material, mode: PartMode, start: number, length: number): void => {
    const surface = meetSurface(material, look, painted.surface);
    painted.surface = surface;
    if (surface.content.version === undefined) painted.needsRescan = true;
    outline.write(surface.id);
    outline.write(mode);
    outline.write(start);
    outline.write(length);
  };

  /** @returns whether any part of it is drawn */
  const meetDrawable = (known: TrackedNode, node: TrackedDrawable): boolean => {
    const met = drawables.find(node, known.entry);
    painted = known;
    outline = met?.content ?? new DrawableDescription();
    outline.begin(known.ownerTag);
    known.geometry = meetShape(node.geometry, look, known.geometry);
    outline.write(known.geometry.entry.id);
    outline.write(node.renderOrder);
    outline.write(Number(isSkinned(node)));
    forEachDrawRange(node, addPart);
    const isOther = outline.end();
    if (!outline.hasParts) return false;
    known.entry = met ?? drawables.add(node, look, outline);
    known.id = known.entry.id;
    drawables.markSeen(known.entry);
    if (isOther) drawables.markChanged(known.entry, look);
    if (!met) places.markMoved(known.transform, look);
    noteNumbers(known.id, node);
    return true;
  };

  const meetVisible = (known: TrackedNode): void => {
    const { light, drawable, node } = known;
    known.needsRescan = effects.has(node);
    if (light) found.visibleLights.push(light);
    if (!drawable) return;
    const isDrawn = meetDrawable(known, drawable);
    if (drawable.morphTargetInfluences?.length || isInstanced(drawable)) known.needsRescan = true;
    if (known.needsRescan) found.rescanned.push(known);
    if (!isDrawn) return;
    if (isSkinned(drawable)) found.skinned.push({ id: known.id, mesh: drawable });
    else found.unskinned.push(known);
  };

  const visit = (node: Object3D, above: TrackedNode | undefined, visible: boolean): void => {
    const known = nodes.markSeen(node, look);
    const seen = visible && node.visible;
    const { transform } = known;
    places.setParent(transform, above?.transform);
    places.update(transform, look);
    found.transforms.push(transform);
    known.ownerTag = known.owner?.tag ?? above?.ownerTag ?? '';
    if (known.light) found.lightCount += 1;
    if (seen) meetVisible(known);
    for (const child of node.children) visit(child, known, seen);
  };

  /** Scans the whole scene. */
  const lookAround = (): void => {
    look += 1;
    found = createScanResult();
    effects = new Set(scene.effects.all());
    for (const roll of rolls) roll.beginScan();
    visit(root, undefined, true);
    const missing = drawables.removeUnseen();
    for (const track of Object.values(tracks)) track.remove(missing);
    for (const id of missing) gone.push({ id, look });
    for (const { look: at } of gone.splice(0, gone.length - maxRemembered)) goneSince = at;
    for (const roll of [geometries, images, surfaces]) roll.removeUnseen();
    for (const known of nodes.removeUnseen(look)) places.remove(known.transform);
  };

  /** Scans only transforms and things that change by themselves. @returns whether that is sufficient */
  const follow = (): boolean => {
    look += 1;
    for (const standing of found.transforms) places.update(standing, look);
    return found.rescanned.every((known) => {
      const wasDrawn = known.entry?.seenInScan !== undefined;
      return known.drawable && meetDrawable(known, known.drawable) === wasDrawn;
    });
  };

  return {
    geometries,
    images,
    surfaces,
    drawables,
    places,
    tracks,
    /** The number of the latest scan. */
    get look() {
      return look;
    },
    /** Drawables with a world matrix. */
    get placed() {
      return found.unskinned;
    },
    get lights() {
      return lights;
    },
    /** Whether all changes after a scan are known. */
    knows: (earlier: number): boolean => earlier > firstLook && earlier <= look && earlier >= goneSince,
    /** Ids of drawables that were removed after a scan. */
    goneAfter: (earlier: number): number[] => gone.filter((one) => one.look > earlier).map(({ id }) => id),
    /** Scans the scene again. */
    update(): void {
      const now = count();
      const isFamiliar = now.every((changes, i) => changes === counted[i]);
      counted = now;
      if (!isFamiliar || !follow()) lookAround();
      for (const { id, mesh } of found.skinned) notePose(id, mesh);
      noteLights(found);
    },
  };
};
