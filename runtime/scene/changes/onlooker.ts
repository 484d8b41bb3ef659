/** Looks at the scene, and remembers when each thing that is drawn was last another than before. */
import { AttachedBindMode } from 'three';
import { writeBones } from '../pictures/describe/bones.ts';
import { describeLight, isLight, standInLights } from '../pictures/describe/describe-lights.ts';
import { eachStretch, isDrawable, isInstanced, isSkinned, isSprite } from '../pictures/describe/drawable.ts';
import { FloatTracks } from './float-tracks.ts';
import { KnownNodes } from './known-nodes.ts';
import { Outline } from './outline.ts';
import { move, Places, worldSlot } from './places.ts';
import { Roll } from './roll.ts';
import { createShapes } from './shapes.ts';
import { shownLight } from './shown-light.ts';
import { createSurfaces } from './surfaces.ts';
import type { Material, Object3D, SkinnedMesh, Sprite, Light as ThreeLight } from 'three';
import type { ShownLight } from '#spec/scene-changes.ts';
import type { Drawable } from '../pictures/describe/drawable.ts';
import type { PartMode } from '../pictures/frame.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { Known } from './known-nodes.ts';
import type { Move, Placed } from './places.ts';
import type { Entry } from './roll.ts';
import type { Shape } from './shapes.ts';
import type { Surface } from './surfaces.ts';

/** Nothing in the scene is drawn as a sprite. */
type Shown = Exclude<Drawable, Sprite>;

interface KnownNode extends Known {
  readonly slot: number;
  readonly owner: SceneObject | undefined;
  readonly light: ThreeLight | undefined;
  readonly drawable: Shown | undefined;
  shape?: Shape;
  surface?: Surface;
  drawn?: Entry<Object3D, Outline>;
  /** Number of what is drawn. */
  id: number;
}

/** Most drawables whose end is remembered. */
const mostGone = 10_000;

export const createOnlooker = ({ root, ownerOf }: Pick<Scene, 'root' | 'ownerOf'>, firstLook: number) => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };

  let look = firstLook;
  const places = new Places();
  const nodes = new KnownNodes<KnownNode>((node) => ({
    node,
    id: 0,
    metAt: look,
    slot: places.take(),
    owner: ownerOf(node),
    light: isLight(node) ? node : undefined,
    drawable: isDrawable(node) && !isSprite(node) ? node : undefined,
  }));
  const shapes = createShapes(nextSerial);
  const surfaces = createSurfaces(nextSerial);
  const drawables = new Roll<Object3D, Outline>();
  const tracks = {
    poses: new FloatTracks(),
    weights: new FloatTracks(),
    instances: new FloatTracks(),
  };
  const gone: { readonly id: number; readonly look: number }[] = [];
  /** Whoever looked earlier may have missed the end of something. */
  let goneSince = firstLook;
  let lights: { readonly list: readonly ShownLight[]; readonly text: string; readonly changedAt: number } = {
    list: [],
    text: '',
    changedAt: firstLook,
  };

  /** What the latest look has found. */
  let placed: Placed[] = [];
  let posed: { readonly id: number; readonly mesh: SkinnedMesh }[] = [];
  let shining: ThreeLight[] = [];
  let lightCount = 0;

  /** Tells a node where it is in the world, for those who ask it. */
  const bringUp = (node: Object3D): void => {
    const known = nodes.find(node);
    if (known) places.read(known.slot, node.matrixWorld);
  };

  const notePose = (id: number, mesh: SkinnedMesh): void => {
    const { bones } = mesh.skeleton;
    for (const node of [mesh, ...bones]) bringUp(node);
    if (mesh.bindMode === AttachedBindMode) mesh.bindMatrixInverse.copy(mesh.matrixWorld).invert();
    const numbers = new Float32Array(bones.length * 16);
    writeBones(mesh, numbers, 0);
    tracks.poses.note(id, look, numbers);
  };

  const lightOf = (light: ThreeLight): ShownLight | undefined => {
    bringUp(light);
    if ('target' in light) bringUp(light.target as Object3D);
    const described = describeLight(light);
    return described && shownLight(described);
  };

  const noteLights = (): void => {
    const list =
      lightCount === 0 ? standInLights.map(shownLight) : shining.flatMap((light) => lightOf(light) ?? []);
    const text = JSON.stringify(list);
    if (text !== lights.text) lights = { list, text, changedAt: look };
  };

  const noteNumbers = (id: number, node: Shown): void => {
    if (node.morphTargetInfluences?.length) tracks.weights.note(id, look, node.morphTargetInfluences);
    if (isInstanced(node)) {
      tracks.instances.note(id, look, node.instanceMatrix.array.subarray(0, node.count * 16));
    }
  };

  let outline = new Outline();
  let painted: KnownNode;
  const addPart = (material: Material, mode: PartMode, start: number, count: number): void => {
    const surface = surfaces.meet(material, look, painted.surface);
    painted.surface = surface;
    outline.put(surface.id);
    outline.put(mode);
    outline.put(start);
    outline.put(count);
  };

  const meetDrawable = (known: KnownNode, node: Shown, object: string): void => {
    const found = drawables.find(node, look, known.drawn);
    painted = known;
    outline = found?.content ?? new Outline();
    outline.begin(object);
    known.shape = shapes.meet(node.geometry, look, known.shape);
    outline.put(known.shape.id);
    outline.put(node.renderOrder);
    outline.put(Number(isSkinned(node)));
    eachStretch(node, addPart);
    const isOther = outline.end();
    if (!outline.isAny) return;
    if (found) drawables.meet(found, look, isOther);
    else {
      known.drawn = drawables.add(node, look, outline);
      known.id = known.drawn.id;
      places.renew(known.slot, look);
    }
    if (isSkinned(node)) posed.push({ id: known.id, mesh: node });
    else placed.push(known);
    noteNumbers(known.id, node);
  };

  const visit = (node: Object3D, above: number, moved: Move, owner: string, visible: boolean): void => {
    const known = nodes.meet(node, look);
    const own = places.note(known.slot, node, look, above, moved);
    const { light, drawable } = known;
    const seen = visible && node.visible;
    const object = known.owner?.tag ?? owner;
    if (light) lightCount += 1;
    if (seen && light) shining.push(light);
    else if (seen && drawable) meetDrawable(known, drawable, object);
    for (const child of node.children) visit(child, known.slot, own, object, seen);
  };

  const forgetMissing = (): void => {
    const missing = drawables.forgetMissing(look);
    for (const track of Object.values(tracks)) track.forget(missing);
    for (const id of missing) gone.push({ id, look });
    for (const { look: at } of gone.splice(0, gone.length - mostGone)) goneSince = at;
    for (const roll of [shapes.geometries, surfaces.images, surfaces.surfaces]) roll.forgetMissing(look);
    for (const { slot } of nodes.forgetMissing(look)) places.give(slot);
  };

  return {
    geometries: shapes.geometries,
    images: surfaces.images,
    surfaces: surfaces.surfaces,
    drawables,
    places,
    tracks,
    /** The latest look. */
    get look() {
      return look;
    },
    /** Drawables that the latest look has found, but for skinned ones. */
    get placed() {
      return placed;
    },
    get lights() {
      return lights;
    },
    /** Whether all that has changed after a look is known. */
    knows: (earlier: number): boolean => earlier > firstLook && earlier <= look && earlier >= goneSince,
    /** Ids of what was drawn at a look, and is not any more. */
    goneAfter: (earlier: number): number[] => gone.filter((one) => one.look > earlier).map(({ id }) => id),
    /** Looks once more. */
    update(): void {
      look += 1;
      placed = [];
      posed = [];
      shining = [];
      lightCount = 0;
      visit(root, worldSlot, move.none, '', true);
      for (const { id, mesh } of posed) notePose(id, mesh);
      noteLights();
      forgetMissing();
    },
  };
};
