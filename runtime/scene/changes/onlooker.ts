/** Looks at the scene, and remembers when each thing that is drawn was last another than before. */
import { AttachedBindMode } from 'three';
import { writeBones } from '../pictures/describe/bones.ts';
import { describeLight, isLight, standInLights } from '../pictures/describe/describe-lights.ts';
import { eachStretch, isDrawable, isInstanced, isSkinned, isSprite } from '../pictures/describe/drawable.ts';
import { FloatTracks } from './float-tracks.ts';
import { KnownNodes } from './known-nodes.ts';
import { Outline } from './outline.ts';
import { Places } from './places.ts';
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
import type { Standing } from './places.ts';
import type { Entry } from './roll.ts';
import type { Shape } from './shapes.ts';
import type { Surface } from './surfaces.ts';

/** Nothing in the scene is drawn as a sprite. */
type Shown = Exclude<Drawable, Sprite>;

interface KnownNode extends Known {
  readonly standing: Standing;
  readonly owner: SceneObject | undefined;
  readonly light: ThreeLight | undefined;
  readonly drawable: Shown | undefined;
  /** Tag of the object that it belongs to. */
  object: string;
  shape: Shape | undefined;
  surface: Surface | undefined;
  drawn: Entry<Object3D, Outline> | undefined;
  /** Number of what is drawn. */
  id: number;
  /** Whether it may be drawn otherwise though nobody has touched it. */
  isLively: boolean;
}

/** What a look at all of the scene has found. */
interface Found {
  /** Parents before their children. */
  readonly standings: Standing[];
  /** Drawables that are told where they are. */
  readonly placed: KnownNode[];
  readonly posed: { readonly id: number; readonly mesh: SkinnedMesh }[];
  readonly lively: KnownNode[];
  readonly shining: ThreeLight[];
  lightCount: number;
}

const nothing = (): Found => ({
  standings: [],
  placed: [],
  posed: [],
  lively: [],
  shining: [],
  lightCount: 0,
});

/** Most drawables whose end is remembered. */
const mostGone = 10_000;

export type SceneToLookAt = Pick<Scene, 'root' | 'ownerOf' | 'structure' | 'looks' | 'effects'>;

export const createOnlooker = (scene: SceneToLookAt, firstLook: number) => {
  const { root, ownerOf, structure, looks } = scene;
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };

  let look = firstLook;
  const places = new Places();
  const nodes = new KnownNodes<KnownNode>((node) => ({
    node,
    standing: places.stand(node),
    metAt: look,
    owner: ownerOf(node),
    light: isLight(node) ? node : undefined,
    drawable: isDrawable(node) && !isSprite(node) ? node : undefined,
    object: '',
    shape: undefined,
    surface: undefined,
    drawn: undefined,
    id: 0,
    isLively: false,
  }));
  const { geometries, meet: meetShape } = createShapes(nextSerial);
  const { images, surfaces, meet: meetSurface } = createSurfaces(nextSerial);
  const drawables = new Roll<Object3D, Outline>();
  const rolls = [geometries, images, surfaces, drawables];
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
  let found = nothing();
  let effects: ReadonlySet<Object3D> = new Set();
  /** What the scene counted when all of it was looked at; what surrounds its objects comes and goes at its root. */
  let counted: readonly number[] = [];
  const count = (): number[] => [structure.changes, looks.changes, root.children.length];

  /** Tells a node where it is in the world, for those who ask it. */
  const tellPlace = (node: Object3D): void => {
    const known = nodes.find(node);
    if (known) places.tell(known.standing);
  };

  const notePose = (id: number, mesh: SkinnedMesh): void => {
    const { bones } = mesh.skeleton;
    for (const node of [mesh, ...bones]) tellPlace(node);
    if (mesh.bindMode === AttachedBindMode) mesh.bindMatrixInverse.copy(mesh.matrixWorld).invert();
    const numbers = new Float32Array(bones.length * 16);
    writeBones(mesh, numbers, 0);
    tracks.poses.note(id, look, numbers);
  };

  const lightOf = (light: ThreeLight): ShownLight | undefined => {
    tellPlace(light);
    if ('target' in light) tellPlace(light.target as Object3D);
    const described = describeLight(light);
    return described && shownLight(described);
  };

  const noteLights = ({ shining, lightCount }: Found): void => {
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
  const addPart = (material: Material, mode: PartMode, start: number, length: number): void => {
    const surface = meetSurface(material, look, painted.surface);
    painted.surface = surface;
    if (surface.content.version === undefined) painted.isLively = true;
    outline.put(surface.id);
    outline.put(mode);
    outline.put(start);
    outline.put(length);
  };

  /** @returns whether anything of it is drawn */
  const meetDrawable = (known: KnownNode, node: Shown): boolean => {
    const met = drawables.find(node, known.drawn);
    painted = known;
    outline = met?.content ?? new Outline();
    outline.begin(known.object);
    known.shape = meetShape(node.geometry, look, known.shape);
    outline.put(known.shape.entry.id);
    outline.put(node.renderOrder);
    outline.put(Number(isSkinned(node)));
    eachStretch(node, addPart);
    const isOther = outline.end();
    if (!outline.isAny) return false;
    known.drawn = met ?? drawables.add(node, look, outline);
    known.id = known.drawn.id;
    drawables.meet(known.drawn);
    if (isOther) drawables.change(known.drawn, look);
    if (!met) places.renew(known.standing, look);
    noteNumbers(known.id, node);
    return true;
  };

  const meetVisible = (known: KnownNode): void => {
    const { light, drawable, node } = known;
    known.isLively = effects.has(node);
    if (light) found.shining.push(light);
    if (!drawable) return;
    const isDrawn = meetDrawable(known, drawable);
    if (drawable.morphTargetInfluences?.length || isInstanced(drawable)) known.isLively = true;
    if (known.isLively) found.lively.push(known);
    if (!isDrawn) return;
    if (isSkinned(drawable)) found.posed.push({ id: known.id, mesh: drawable });
    else found.placed.push(known);
  };

  const visit = (node: Object3D, above: KnownNode | undefined, visible: boolean): void => {
    const known = nodes.meet(node, look);
    const seen = visible && node.visible;
    const { standing } = known;
    places.hang(standing, above?.standing);
    places.note(standing, look);
    found.standings.push(standing);
    known.object = known.owner?.tag ?? above?.object ?? '';
    if (known.light) found.lightCount += 1;
    if (seen) meetVisible(known);
    for (const child of node.children) visit(child, known, seen);
  };

  /** Looks at all that there is. */
  const lookAround = (): void => {
    look += 1;
    found = nothing();
    effects = new Set(scene.effects.all());
    for (const roll of rolls) roll.begin();
    visit(root, undefined, true);
    const missing = drawables.forgetMissing();
    for (const track of Object.values(tracks)) track.forget(missing);
    for (const id of missing) gone.push({ id, look });
    for (const { look: at } of gone.splice(0, gone.length - mostGone)) goneSince = at;
    for (const roll of [geometries, images, surfaces]) roll.forgetMissing();
    for (const known of nodes.forgetMissing(look)) places.leave(known.standing);
  };

  /** Looks at where things are, and at what changes by itself. @returns whether that is all that there is to see */
  const follow = (): boolean => {
    look += 1;
    for (const standing of found.standings) places.note(standing, look);
    return found.lively.every((known) => {
      const wasDrawn = known.drawn?.metAt !== undefined;
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
    /** The latest look. */
    get look() {
      return look;
    },
    /** Drawables that are told where they are. */
    get placed() {
      return found.placed;
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
      const now = count();
      const isFamiliar = now.every((changes, i) => changes === counted[i]);
      counted = now;
      if (!isFamiliar || !follow()) lookAround();
      for (const { id, mesh } of found.posed) notePose(id, mesh);
      noteLights(found);
    },
  };
};
