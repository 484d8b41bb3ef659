import { Color, MeshBasicMaterial, OrthographicCamera, PerspectiveCamera, Scene } from 'three';
import { createFrameDescriber } from './describe/describe-frame.ts';
import { createRasterizer } from './rasterizer/rasterizer.ts';
import type { Camera, ColorRepresentation, MeshBasicMaterialParameters, Object3D } from 'three';
import type { ImageSize } from './describe/describe-view.ts';

/** Red, green and blue from 0 to 255. */
export type Bytes = readonly [red: number, green: number, blue: number];

export const black: Bytes = [0, 0, 0];
export const white: Bytes = [255, 255, 255];
export const red: Bytes = [255, 0, 0];
export const green: Bytes = [0, 255, 0];
export const blue: Bytes = [0, 0, 255];

/** The sRGB byte of linear light. */
export const toSrgbByteOf = (light: number): number =>
  Math.round(new Color(light, light, light).convertLinearToSRGB().r * 255);

export const toGreyBytes = (light: number): Bytes => [
  toSrgbByteOf(light),
  toSrgbByteOf(light),
  toSrgbByteOf(light),
];

/** Draws a scene without a thread. */
export const renderInProcess = (scene: Scene, camera: Camera, size: ImageSize) => {
  const { pixels } = createRasterizer()(createFrameDescriber()(scene, camera, size));
  const at = (x: number, y: number): Bytes => {
    const from = (y * size.width + x) * 4;
    return [pixels[from]!, pixels[from + 1]!, pixels[from + 2]!];
  };
  return {
    pixels,
    /** From the top left. */
    at,
    /** How many pixels have this colour. */
    count(color: Bytes): number {
      let count = 0;
      for (let y = 0; y < size.height; y += 1) {
        for (let x = 0; x < size.width; x += 1) if (at(x, y).join() === color.join()) count += 1;
      }
      return count;
    },
  };
};

/** A scene with a black background, unless another one is asked for. */
export const createScene = (
  objects: readonly Object3D[],
  background: ColorRepresentation = 0x000000,
): Scene => {
  const scene = new Scene();
  scene.background = new Color(background);
  for (const object of objects) scene.add(object);
  return scene;
};

/** Sees so many metres up and down of its middle, along -Z from z = 10. */
export const createFlatCamera = (half: number): OrthographicCamera => {
  const camera = new OrthographicCamera(-half, half, half, -half, 0.1, 100);
  camera.position.z = 10;
  return camera;
};

/** Looks along -Z from a distance; what is as high as the distance fills half of the picture. */
export const createWideCamera = (distance: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera(90, 1, 0.1, 100);
  camera.position.z = distance;
  return camera;
};

/** A surface whose colour is the same in every light. */
export const createUnlitMaterial = (
  color: ColorRepresentation,
  more: MeshBasicMaterialParameters = {},
): MeshBasicMaterial => new MeshBasicMaterial({ color, ...more });

export const placeNode = <Node extends Object3D>(node: Node, x: number, y: number, z: number): Node => {
  node.position.set(x, y, z);
  return node;
};
