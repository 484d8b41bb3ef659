import { seeingEveryLayer, viewOf } from '../scene/cameras/view.ts';
import { captureView } from '../scene/pictures/capture-view.ts';
import { checkPictureSize } from '../scene/pictures/describe/describe-view.ts';
import { plain, turnOf } from '../scene/transform.ts';
import { lensOf, lookThrough } from './camera.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { SceneCamera } from '../scene/cameras/scene-camera.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { Bodies } from './body.ts';

const recordOf = (camera: SceneObject, seen: SceneCamera) => {
  const { position, orientation, extent } = viewOf(seen);
  return {
    camera: camera.tag,
    position: plain(position),
    rotation: turnOf(orientation),
    ...lensOf(camera),
    // a view on its way to another camera shows more or less than that
    [extent.kind]: extent.size,
  };
};

export const output = {
  capture: async ({ width, height, format, camera: tag }, world) => {
    const size = { width, height };
    checkPictureSize(size);
    const { camera, view } = lookThrough(tag, world);
    if (format === 'json') {
      const objects = captureView(world.scene, view, size);
      return { capture: { format, ...size, camera: recordOf(camera, view), objects } };
    }
    const png = await world.pictures.take(world.scene.root, seeingEveryLayer(view), size);
    return {
      capture: {
        ...{ format, ...size, mediaType: 'image/png', encoding: 'base64' },
        byteLength: png.length,
        data: Buffer.from(png).toString('base64'),
      },
    };
  },
} satisfies Bodies<Actions['output']>;
