import { Color, InstancedMesh, Matrix4, SkinnedMesh, Sprite } from 'three';
import { describeLight, isLight, fallbackLights } from './describe-lights.ts';
import { assertImageSize, describeView } from './describe-view.ts';
import { createDrawList } from './draw-list.ts';
import { forEachDrawRange, isDrawable } from './drawable.ts';
import { createGeometryCache } from './shared-geometry.ts';
import { createPixelsCache } from './shared-pixels.ts';
import { computeSpriteMatrix } from './sprite-matrix.ts';
import { getBackground, getFog } from './background-and-fog.ts';
import type { Camera, Object3D, Scene } from 'three';
import type { ImageSize } from './describe-view.ts';
import type { DrawnObject } from './draw-list.ts';
import type { Drawable } from './drawable.ts';
import type { RenderFrame, Light } from '../render-frame.ts';

/** Lists the matrices of all instances of a node. A node that is not an instanced mesh has a single matrix. */
const listInstanceMatrices = (node: Drawable, camera: Camera): DrawnObject[] => {
  const { geometry, matrixWorld } = node;
  if (node instanceof Sprite) return [{ geometry, matrix: computeSpriteMatrix(node, camera) }];
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
 * Creates a function that describes frames for pictures. The function is fast enough for the scene's thread, because
 * geometries and texture pixels are copied only when they have changed. The other data belongs to the frame alone and
 * can be transferred to another thread.
 */
export const createFrameDescriber = () => {
  let serial = 0;
  const nextSerial = (): number => {
    serial += 1;
    return serial;
  };
  const resources = { geometry: createGeometryCache(nextSerial), pixels: createPixelsCache(nextSerial) };

  /**
   * Describes what a camera sees of a scene: the meshes (including skinned, morphed and instanced ones), lines, points
   * and sprites that are visible and on one of the camera's layers, with material colors, maps and opacities, lights,
   * fog and a background color. Shadows, environment maps, and textures other than `map` are not supported. A scene
   * without any light is drawn with default lights. The aspect ratio of the picture is applied to the camera.
   * @throws ApiError ACTION_FAILED for an unsupported image size, or a camera that sees nothing
   */
  return (scene: Scene, camera: Camera, size: ImageSize): RenderFrame => {
    assertImageSize(size);
    scene.updateMatrixWorld();
    const view = describeView(camera, size);
    const list = createDrawList(resources);
    const lights: Light[] = [];
    let lightCount = 0;

    const draw = (node: Drawable): void => {
      const objects = listInstanceMatrices(node, camera).map(list.addObject);
      forEachDrawRange(node, (material, mode, start, count) => {
        for (const object of objects)
          list.addPart(object, material, { mode, start, count, order: node.renderOrder });
      });
    };

    const visit = (node: Object3D, visible: boolean): void => {
      if (isLight(node)) lightCount += 1;
      const isVisible = visible && node.visible;
      if (isVisible && node.layers.test(camera.layers)) {
        if (isLight(node)) {
          const light = describeLight(node);
          if (light) lights.push(light);
        } else if (isDrawable(node)) draw(node);
      }
      for (const child of node.children) visit(child, isVisible);
    };
    visit(scene, true);

    return {
      width: size.width,
      height: size.height,
      view,
      background: getBackground(scene),
      fog: getFog(scene),
      lights: lightCount === 0 ? fallbackLights : lights,
      ...list.finish(),
    };
  };
};
