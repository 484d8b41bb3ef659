import {
  Color,
  Fog as ThreeFog,
  FogExp2,
  InstancedBufferGeometry,
  InstancedMesh,
  Light as ThreeLight,
  Line,
  LineLoop,
  LineSegments,
  Matrix4,
  Mesh,
  Points,
  SkinnedMesh,
  Sprite,
} from 'three';
import { describeLight, standInLights } from './describe-lights.ts';
import { checkPictureSize, describeView } from './describe-view.ts';
import { createDrawList } from './draw-list.ts';
import { partMode } from '../frame.ts';
import { createGeometryPieces } from './shared-geometry.ts';
import { createPixelsPieces } from './shared-pixels.ts';
import { spriteMatrix } from './sprite-matrix.ts';
import type { Camera, Material, Object3D, Scene } from 'three';
import type { PictureSize } from './describe-view.ts';
import type { Placed } from './draw-list.ts';
import type { Fog, Frame, Light, LinearColor, PartMode } from '../frame.ts';

type Drawable = Mesh | Line | Points | Sprite;

/** What stands behind a scene that has no background colour. */
const defaultBackground: LinearColor = [0.02, 0.025, 0.04];

const componentsOf = ({ r, g, b }: Color): LinearColor => [r, g, b];

const describeFog = ({ fog }: Scene): Fog | undefined => {
  if (fog instanceof ThreeFog) {
    return { kind: 'linear', color: componentsOf(fog.color), near: fog.near, far: fog.far };
  }
  return fog instanceof FogExp2
    ? { kind: 'squared', color: componentsOf(fog.color), density: fog.density }
    : undefined;
};

const isDrawable = (node: Object3D): node is Drawable => {
  // by its flag: the class alone would be 20 kB more for each start to read
  if ('isBatchedMesh' in node) return false;
  const drawable =
    node instanceof Mesh || node instanceof Line || node instanceof Points || node instanceof Sprite;
  return drawable && !(node.geometry instanceof InstancedBufferGeometry);
};

const modeOf = (node: Drawable, material: Material): PartMode => {
  if (node instanceof LineLoop) return partMode.loop;
  if (node instanceof LineSegments) return partMode.segments;
  if (node instanceof Line) return partMode.strip;
  if (node instanceof Points) return partMode.points;
  return 'wireframe' in material && material.wireframe === true ? partMode.wireframe : partMode.triangles;
};

/** Where the instances of an object are; a single one for others than instanced meshes. */
const placesOf = (node: Drawable, camera: Camera): Placed[] => {
  const { geometry, matrixWorld } = node;
  if (node instanceof Sprite) return [{ geometry, matrix: spriteMatrix(node, camera) }];
  if (node instanceof InstancedMesh) {
    return Array.from({ length: node.count }, (_, i) => {
      const matrix = new Matrix4().fromArray(node.instanceMatrix.array, i * 16).premultiply(matrixWorld);
      const tint = node.instanceColor ? new Color().fromBufferAttribute(node.instanceColor, i) : undefined;
      return { geometry, matrix, tint };
    });
  }
  const skinned = node instanceof SkinnedMesh ? node : undefined;
  return [{ geometry, matrix: matrixWorld, skinned, morphWeights: node.morphTargetInfluences }];
};

/**
 * Makes frames for pictures. It is cheap enough for the thread that a scene runs in, as geometries and pixels of textures
 * are copied only when they have changed; everything else of a frame is its own and may be handed to another thread.
 */
export const createFrameDescriber = () => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };
  const pieces = { geometry: createGeometryPieces(nextSerial), pixels: createPixelsPieces(nextSerial) };

  /**
   * What a camera sees of a scene: meshes (skinned, morphed and instanced ones too), lines, points and sprites that are
   * visible and on a layer of the camera, with materials' colours, maps and opacities, lights, fog and a background
   * colour. There are no shadows, no environment maps, and of textures only `map`. A scene that has no light at all is
   * shown by a light of its own. The camera takes the aspect of the picture.
   * @throws Fault ACTION_FAILED for a size that is not drawn, or a camera that sees nothing.
   */
  return (scene: Scene, camera: Camera, size: PictureSize): Frame => {
    checkPictureSize(size);
    scene.updateMatrixWorld();
    const view = describeView(camera, size);
    const list = createDrawList(pieces);
    const lights: Light[] = [];
    let lightCount = 0;

    /** Draws so much of the geometry of some objects with a material as is to be drawn. */
    const drawRange = (
      node: Drawable,
      objects: readonly number[],
      material: Material | undefined,
      start: number,
      count: number,
    ): void => {
      if (!material?.visible) return;
      const { drawRange: drawn, index, attributes } = node.geometry;
      const total = (index ?? attributes.position)?.count ?? 0;
      const first = Math.max(0, drawn.start, start);
      const end = Math.min(total, drawn.start + drawn.count, start + count);
      if (end <= first) return;
      const range = {
        mode: modeOf(node, material),
        start: first,
        count: end - first,
        order: node.renderOrder,
      };
      for (const object of objects) list.addPart(object, material, range);
    };

    const draw = (node: Drawable): void => {
      const { geometry, material } = node;
      const objects = placesOf(node, camera).map(list.addObject);
      if (!Array.isArray(material)) drawRange(node, objects, material, 0, Number.POSITIVE_INFINITY);
      else {
        for (const { start, count, materialIndex = 0 } of geometry.groups) {
          drawRange(node, objects, material[materialIndex], start, count);
        }
      }
    };

    const visit = (node: Object3D, visible: boolean): void => {
      if (node instanceof ThreeLight) lightCount += 1;
      const seen = visible && node.visible;
      if (seen && node.layers.test(camera.layers)) {
        if (node instanceof ThreeLight) {
          const light = describeLight(node);
          if (light) lights.push(light);
        } else if (isDrawable(node)) draw(node);
      }
      for (const child of node.children) visit(child, seen);
    };
    visit(scene, true);

    return {
      width: size.width,
      height: size.height,
      view,
      background: scene.background instanceof Color ? componentsOf(scene.background) : defaultBackground,
      fog: describeFog(scene),
      lights: lightCount === 0 ? standInLights : lights,
      ...list.finish(),
    };
  };
};
