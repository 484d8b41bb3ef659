import { Color, MeshBasicMaterial, OrthographicCamera, PerspectiveCamera, Scene } from 'three';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasterizer } from '../../kernels/rasterizer/rasterizer.ts';
import { decodeTexture } from './decode-texture.ts';
import type { Camera, ColorRepresentation, MeshBasicMaterialParameters, Object3D } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

/** The components of a color, from 0 to 255. */
export type Bytes = readonly [red: number, green: number, blue: number];

export const black: Bytes = [0, 0, 0];
export const white: Bytes = [255, 255, 255];
export const red: Bytes = [255, 0, 0];
export const green: Bytes = [0, 255, 0];
export const blue: Bytes = [0, 0, 255];

/** Converts linear light to an sRGB byte, independently of the rasterizer. */
export const toReferenceSrgbByte = (light: number): number =>
  Math.round(new Color(light, light, light).convertLinearToSRGB().r * 255);

export const toGreyBytes = (light: number): Bytes => [
  toReferenceSrgbByte(light),
  toReferenceSrgbByte(light),
  toReferenceSrgbByte(light),
];

/** Renders a scene on the calling thread, and returns the picture with helpers to read it. */
export const renderInProcess = (scene: Scene, camera: Camera, size: ImageSize) => {
  const { pixels } = createRasterizer(decodeTexture)(createFrameDescriber()(scene, camera, size));
  const at = (x: number, y: number): Bytes => {
    const from = (y * size.width + x) * 4;
    return [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!];
  };
  return {
    pixels,
    /** Returns the color of the pixel at a position, counted from the top left. */
    at,
    count(color: Bytes): number {
      let count = 0;
      for (let y = 0; y < size.height; y += 1) {
        for (let x = 0; x < size.width; x += 1) if (at(x, y).join() === color.join()) count += 1;
      }
      return count;
    },
  };
};

/** Creates a scene with objects, on a black background by default. */
export const createScene = (
  objects: readonly Object3D[],
  background: ColorRepresentation = 0x000000,
): Scene => {
  const scene = new Scene();
  scene.background = new Color(background);
  for (const object of objects) scene.add(object);
  return scene;
};

/**
 * Creates an orthographic camera at z = 10 that looks along -Z. The camera sees `half` metres above and below its
 * centre.
 */
export const createFlatCamera = (half: number): OrthographicCamera => {
  const camera = new OrthographicCamera(-half, half, half, -half, 0.1, 100);
  camera.position.z = 10;
  return camera;
};

/**
 * Creates a camera that looks along -Z from a distance. An object at the origin fills half of the picture if it is as
 * high as the distance.
 */
export const createWideCamera = (distance: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera(90, 1, 0.1, 100);
  camera.position.z = distance;
  return camera;
};

export const createUnlitMaterial = (
  color: ColorRepresentation,
  more: MeshBasicMaterialParameters = {},
): MeshBasicMaterial => new MeshBasicMaterial({ color, ...more });

export const placeNode = <Node extends Object3D>(node: Node, x: number, y: number, z: number): Node => {
  node.position.set(x, y, z);
  return node;
};
