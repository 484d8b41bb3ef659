/** Looks at the scene, and remembers when each thing that is drawn was last another than before. */
import { writeBones } from '../pictures/describe/bones.ts';
import { describeLight, isLight, standInLights } from '../pictures/describe/describe-lights.ts';
import { describeSurface, mapOf } from '../pictures/describe/describe-surface.ts';
import { eachStretch, isDrawable, isInstanced, isSkinned, isSprite } from '../pictures/describe/drawable.ts';
import { createGeometryPieces } from '../pictures/describe/shared-geometry.ts';
import { createPixelsPieces } from '../pictures/describe/shared-pixels.ts';
import { surfaceStride } from '../pictures/surface.ts';
import { FloatTracks } from './float-tracks.ts';
import { copyOutline, isSameOutline } from './outline.ts';
import { Places } from './places.ts';
import { Roll } from './roll.ts';
import { copyPaint, isSamePaint, isUntouched } from './same.ts';
import { shownLight } from './shown-light.ts';
import { shownTexture } from './shown-surface.ts';
import type { BufferGeometry, Material, Object3D, Sprite } from 'three';
import type { ShownLight } from '#spec/scene-changes.ts';
import type { Drawable } from '../pictures/describe/drawable.ts';
import type { GeometryPiece, Light, PartMode, PixelsPiece } from '../pictures/frame.ts';
import type { Scene } from '../scene.ts';
import type { Outline } from './outline.ts';
import type { Painted } from './same.ts';

/** Nothing in the scene is drawn as a sprite. */
type Shown = Exclude<Drawable, Sprite>;

/** Most drawables whose end is remembered. */
const mostGone = 10_000;

export const createOnlooker = ({ root, ownerOf }: Pick<Scene, 'root' | 'ownerOf'>, firstLook: number) => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };
  const pieceOf = createGeometryPieces(nextSerial);
  const pixelsOf = createPixelsPieces(nextSerial);

  let look = firstLook;
  const geometries = new Roll<number, GeometryPiece>(() => true);
  const images = new Roll<number, PixelsPiece>(() => true);
  const surfaces = new Roll<Material, Painted>(isSamePaint, copyPaint);
  const drawables = new Roll<Object3D, Outline>(isSameOutline, copyOutline);
  const outline: Outline = { object: '', numbers: [] };
  const numbers = new Float64Array(surfaceStride);
  const places = new Places();
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

  const noteNumbers = (id: number, node: Shown): void => {
    const { poses, weights, instances } = tracks;
    if (isSkinned(node)) {
      const bones = new Float32Array(node.skeleton.bones.length * 16);
      writeBones(node, bones, 0);
      poses.note(id, look, bones);
    } else places.note(id, look, node.matrixWorld.elements);
    if (node.morphTargetInfluences?.length) weights.note(id, look, node.morphTargetInfluences);
    if (isInstanced(node)) {
      instances.note(id, look, node.instanceMatrix.array.subarray(0, node.count * 16));
    }
  };

  const paintOf = (material: Material): Painted => {
    numbers.fill(0);
    describeSurface(material, -1, numbers, 0);
    const map = mapOf(material);
    const pixels = map && pixelsOf(map);
    return {
      numbers,
      texture: map && pixels && shownTexture(map, images.meet(pixels.serial, look, pixels)),
      version: map ? undefined : material.version,
    };
  };

  const addPart = (material: Material, mode: PartMode, start: number, count: number): void => {
    outline.numbers.push(surfaces.meetOnce(material, look, paintOf, isUntouched), mode, start, count);
  };

  const noteLights = (shining: readonly Light[]): void => {
    const list = shining.map(shownLight);
    const text = JSON.stringify(list);
    if (text !== lights.text) lights = { list, text, changedAt: look };
  };

  const forgetMissing = (): void => {
    const missing = drawables.forgetMissing(look);
    for (const track of [places, ...Object.values(tracks)]) track.forget(missing);
    for (const id of missing) gone.push({ id, look });
    for (const { look: at } of gone.splice(0, gone.length - mostGone)) goneSince = at;
    for (const roll of [geometries, images, surfaces]) roll.forgetMissing(look);
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
      root.updateMatrixWorld();
      const shining: Light[] = [];
      let lightCount = 0;

      const geometryId = oncePerThing((geometry: BufferGeometry) => {
        const piece = pieceOf(geometry);
        return geometries.meet(piece.serial, look, piece);
      });
      const meet = (node: Shown, object: string): void => {
        outline.object = object;
        outline.numbers.length = 0;
        outline.numbers.push(geometryId(node.geometry), node.renderOrder, Number(isSkinned(node)));
        const length = outline.numbers.length;
        eachStretch(node, addPart);
        if (outline.numbers.length > length) noteNumbers(drawables.meet(node, look, outline), node);
      };
      const visit = (node: Object3D, owner: string, visible: boolean): void => {
        const isSource = isLight(node);
        if (isSource) lightCount += 1;
        const seen = visible && node.visible;
        const object = ownerOf(node)?.tag ?? owner;
        if (seen && isSource) {
          const light = describeLight(node);
          if (light) shining.push(light);
        } else if (seen && isDrawable(node) && !isSprite(node)) meet(node, object);
        for (const child of node.children) visit(child, object, seen);
      };
      visit(root, '', true);
      noteLights(lightCount === 0 ? standInLights : shining);
      forgetMissing();
    },
  };
};

/** What is made of a thing, kept for the length of a look. */
const oncePerThing = <Thing>(make: (thing: Thing) => number): ((thing: Thing) => number) => {
  const made = new Map<Thing, number>();
  return (thing) => {
    const found = made.get(thing);
    if (found !== undefined) return found;
    const number = make(thing);
    made.set(thing, number);
    return number;
  };
};
