/** What is drawn of the scene, told to those who show it: all of it at first, and then what has changed (register: C-175). */
import { InstancedMesh, Light as ThreeLight, SkinnedMesh, Sprite } from 'three';
import { writeBones } from '../pictures/describe/bones.ts';
import { describeLight, standInLights } from '../pictures/describe/describe-lights.ts';
import { describeSurface, mapOf } from '../pictures/describe/describe-surface.ts';
import { isDrawable, stretchesOf } from '../pictures/describe/drawable.ts';
import { createGeometryPieces } from '../pictures/describe/shared-geometry.ts';
import { createPixelsPieces } from '../pictures/describe/shared-pixels.ts';
import { backgroundOf, fogOf } from '../pictures/describe/surroundings.ts';
import { surfaceStride } from '../pictures/surface.ts';
import { FloatTracks } from './float-tracks.ts';
import { Roll } from './roll.ts';
import { shownCamera } from './shown-camera.ts';
import { shownGeometry } from './shown-geometry.ts';
import { shownLight } from './shown-light.ts';
import { shownSurface, shownTexture } from './shown-surface.ts';
import { createSpanWriter } from './span-writer.ts';
import type { BufferGeometry, Material, Object3D } from 'three';
import type {
  Deformed,
  Drawable as ShownDrawable,
  DrawablePart,
  SceneChanges as Head,
  ShownLight,
  ShownTexture,
} from '#spec/scene-changes.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { Drawable } from '../pictures/describe/drawable.ts';
import type { GeometryPiece, Light, PartMode, PixelsPiece } from '../pictures/frame.ts';
import type { Scene } from '../scene.ts';
import type { SpanWriter } from './span-writer.ts';

interface SceneChangesOptions {
  readonly scene: Pick<Scene, 'root' | 'ownerOf'>;
  readonly cameras: Pick<Cameras, 'active' | 'view'>;
  /** A mark that no runtime before this one has given. */
  readonly firstMark: number;
}

export interface SceneChanges {
  /**
   * Looks at the scene between two steps. Nobody is remembered: whoever asks brings the mark of the last answer.
   * @param since such a mark; all is told without one, and for one that is not known
   * @returns a {@link Head} and its numbers, as bytes
   */
  take(tick: number, since?: number): Uint8Array;
}

/** Most drawables whose end is remembered. */
const mostGone = 10_000;

const modes: Readonly<Record<PartMode, DrawablePart['mode']>> = [
  'triangles',
  'segments',
  'strip',
  'loop',
  'points',
  'wireframe',
];

type Described = Omit<ShownDrawable, 'id'>;

/** Nothing in the scene is drawn as a sprite. */
type Shown = Exclude<Drawable, Sprite>;

interface Painted {
  readonly numbers: Float64Array;
  readonly texture: ShownTexture | undefined;
}

export const createSceneChanges = ({ scene, cameras, firstMark }: SceneChangesOptions): SceneChanges => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };
  const pieceOf = createGeometryPieces(nextSerial);
  const pixelsOf = createPixelsPieces(nextSerial);

  let look = firstMark;
  const geometries = new Roll<number, GeometryPiece>();
  const images = new Roll<number, PixelsPiece>();
  const surfaces = new Roll<Material, Painted>();
  const drawables = new Roll<Object3D, Described>();
  const places = new FloatTracks();
  const poses = new FloatTracks();
  const weights = new FloatTracks();
  const instances = new FloatTracks();
  const gone: { readonly id: number; readonly look: number }[] = [];
  /** Whoever has an older mark may have missed the end of something. */
  let goneSince = firstMark;
  let lights: { readonly list: readonly ShownLight[]; readonly text: string; readonly changedAt: number } = {
    list: [],
    text: '',
    changedAt: firstMark,
  };

  const lookAtScene = (): void => {
    look += 1;
    scene.root.updateMatrixWorld();
    const geometryIds = new Map<BufferGeometry, number>();
    const surfaceIds = new Map<Material, number>();
    const shining: Light[] = [];
    let lightCount = 0;

    const geometryId = (geometry: BufferGeometry): number => {
      const piece = pieceOf(geometry);
      return geometries.meet(piece.serial, look, piece, () => true).id;
    };
    const surfaceId = (material: Material): number => {
      const numbers = new Float64Array(surfaceStride);
      describeSurface(material, -1, numbers, 0);
      const map = mapOf(material);
      const pixels = map && pixelsOf(map);
      const texture =
        map && pixels && shownTexture(map, images.meet(pixels.serial, look, pixels, () => true).id);
      return surfaces.meet(material, look, { numbers, texture }, isSamePaint).id;
    };

    const meet = (node: Shown, object: string): void => {
      const parts = stretchesOf(node).map(({ material, mode, start, count }) => ({
        surface: once(surfaceIds, material, surfaceId),
        mode: modes[mode],
        start,
        count,
      }));
      if (parts.length === 0) return;
      const { id } = drawables.meet(
        node,
        look,
        {
          object,
          geometry: once(geometryIds, node.geometry, geometryId),
          order: node.renderOrder,
          isSkinned: node instanceof SkinnedMesh,
          parts,
        },
        isSameDrawable,
      );
      if (node instanceof SkinnedMesh) {
        const bones = new Float32Array(node.skeleton.bones.length * 16);
        writeBones(node, bones, 0);
        poses.note(id, look, bones);
      } else places.note(id, look, node.matrixWorld.elements);
      if (node.morphTargetInfluences?.length) weights.note(id, look, node.morphTargetInfluences);
      if (node instanceof InstancedMesh) {
        instances.note(id, look, node.instanceMatrix.array.subarray(0, node.count * 16));
      }
    };

    const visit = (node: Object3D, owner: string, visible: boolean): void => {
      if (node instanceof ThreeLight) lightCount += 1;
      const seen = visible && node.visible;
      const object = scene.ownerOf(node)?.tag ?? owner;
      if (seen && node instanceof ThreeLight) {
        const light = describeLight(node);
        if (light) shining.push(light);
      } else if (seen && isDrawable(node) && !(node instanceof Sprite)) meet(node, object);
      for (const child of node.children) visit(child, object, seen);
    };
    visit(scene.root, '', true);

    const list = (lightCount === 0 ? standInLights : shining).map(shownLight);
    const text = JSON.stringify(list);
    if (text !== lights.text) lights = { list, text, changedAt: look };
    const missing = drawables.forgetMissing(look);
    for (const track of [places, poses, weights, instances]) track.forget(missing);
    for (const id of missing) gone.push({ id, look });
    for (const { look: at } of gone.splice(0, gone.length - mostGone)) goneSince = at;
    geometries.forgetMissing(look);
    images.forgetMissing(look);
    surfaces.forgetMissing(look);
  };

  const cameraOf = (): Head['camera'] => {
    const { active } = cameras;
    const view = cameras.view();
    return active && view ? shownCamera(active.tag, view) : null;
  };

  return {
    take(tick, since) {
      const isKnown = since !== undefined && since > firstMark && since <= look && since >= goneSince;
      lookAtScene();
      const after = isKnown ? since : firstMark;
      const spans = createSpanWriter();
      const moved = places.changedAfter(after);
      const head: Head = {
        mark: look,
        tick,
        whole: !isKnown,
        background: backgroundOf(scene.root),
        fog: fogOf(scene.root) ?? null,
        camera: cameraOf(),
        ...((!isKnown || lights.changedAt > after) && { lights: lights.list }),
        geometries: listed(geometries, after, ({ id, content }) => shownGeometry(id, content, spans)),
        images: listed(images, after, ({ id, content: { width, height, file, bytes } }) => ({
          id,
          width,
          height,
          ...(file && { file }),
          bytes: spans.add(bytes),
        })),
        surfaces: listed(surfaces, after, ({ id, content: { numbers, texture } }) =>
          shownSurface(id, numbers, texture),
        ),
        drawables: listed(drawables, after, ({ id, content }) => ({ id, ...content })),
        gone: isKnown ? gone.filter((one) => one.look > after).map(({ id }) => id) : [],
        moved: {
          ids: spans.add(Uint32Array.from(moved, ([id]) => id)),
          matrices: spans.add(joined(moved, 16)),
        },
        posed: deformed(poses, after, spans),
        morphed: deformed(weights, after, spans),
        instanced: deformed(instances, after, spans),
      };
      return spans.finish(head);
    },
  };
};

/** What is made of a thing, once in a look. */
const once = <Thing>(made: Map<Thing, number>, thing: Thing, make: (thing: Thing) => number): number => {
  const found = made.get(thing);
  if (found !== undefined) return found;
  const number = make(thing);
  made.set(thing, number);
  return number;
};

interface Entry<Content> {
  readonly id: number;
  readonly content: Content;
}

const listed = <Content, Told>(
  roll: { changedAfter(look: number): Iterable<Entry<Content>> },
  after: number,
  tell: (entry: Entry<Content>) => Told,
): Told[] => Array.from(roll.changedAfter(after), tell);

const deformed = (tracks: FloatTracks, after: number, spans: SpanWriter): Deformed[] =>
  tracks.changedAfter(after).map(([id, numbers]) => ({ id, numbers: spans.add(numbers) }));

const joined = (
  tracks: readonly (readonly [id: number, numbers: Float32Array])[],
  stride: number,
): Float32Array => {
  const all = new Float32Array(tracks.length * stride);
  for (const [i, [, numbers]] of tracks.entries()) all.set(numbers, i * stride);
  return all;
};

const isSamePaint = (before: Painted, now: Painted): boolean =>
  before.numbers.every((number, i) => number === now.numbers[i]) &&
  isSameTexture(before.texture, now.texture);

const isSameTexture = (before: ShownTexture | undefined, now: ShownTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);

const isSameDrawable = (before: Described, now: Described): boolean =>
  before.object === now.object &&
  before.geometry === now.geometry &&
  before.order === now.order &&
  before.parts.length === now.parts.length &&
  before.parts.every((part, i) => isSamePart(part, now.parts[i] as DrawablePart));

const isSamePart = (before: DrawablePart, now: DrawablePart): boolean =>
  before.surface === now.surface &&
  before.mode === now.mode &&
  before.start === now.start &&
  before.count === now.count;
