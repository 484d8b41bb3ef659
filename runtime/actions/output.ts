import { createCameraForAllLayers, type SceneCamera, toCameraView } from '../scene/cameras/camera-view.ts';
import { quaternionToDegrees } from '../scene/object-transform.ts';
import { describeObjectsInView } from '../scene/rendering/describe-objects-in-view.ts';
import { assertImageSize, type ImageSize } from '../scene/rendering/describe/describe-view.ts';
import { createMarkupOverlay } from '../scene/rendering/markup-overlay.ts';
import { clampVectorToFinite } from '../values/clamp-finite.ts';
import { getCameraView, getLens } from './camera.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Overlay } from '#spec/actions/output-settings.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { SceneObject } from '../scene/scene-object.ts';

const toCaptureCameraRecord = (camera: SceneObject, sceneCamera: SceneCamera) => {
  const { position, orientation, extent } = toCameraView(sceneCamera);
  return {
    camera: camera.tag,
    position: clampVectorToFinite(position),
    rotation: quaternionToDegrees(orientation),
    ...getLens(camera),
    // while the view moves to another camera, its extent differs from the camera's own
    [extent.kind]: extent.size,
  };
};

/** All runtimes of the process share this overlay, because it only caches the font and the last drawn markup. */
const drawWithMarkup = createMarkupOverlay();

/** Lists what is drawn on top of a picture: the scene's fade and the markup. */
const listOverlayElements = ({ scenes, output }: RuntimeServices): Overlay['elements'] => {
  const { visible, elements } = output.settings.markup;
  const visibleElements = visible ? elements : [];
  const color = { r: 0, g: 0, b: 0, a: scenes.fadeOpacity };
  return scenes.fadeOpacity === 0
    ? visibleElements
    : [{ type: 'rectangle', x: 0, y: 0, width: 1, height: 1, color }, ...visibleElements];
};

interface RequestedView {
  readonly camera?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** @throws ApiError ACTION_FAILED for an unsupported size, OBJECT_NOT_FOUND or COMPONENT_NOT_FOUND for the camera */
const getRequestedView = ({ width, height, camera }: RequestedView, services: RuntimeServices) => {
  const { resolution } = services.output.settings;
  const size = { width: width ?? resolution.width, height: height ?? resolution.height };
  assertImageSize(size);
  return { size, ...getCameraView(camera, services) };
};

/** Renders what a camera sees, and the overlay, as a PNG file. */
const renderView = (view: SceneCamera, size: ImageSize, services: RuntimeServices): Promise<Uint8Array> => {
  const { root } = services.scene;
  const sceneCamera = createCameraForAllLayers(view);
  return drawWithMarkup(root, sceneCamera, size, listOverlayElements(services), () =>
    services.pictures.renderPng(root, sceneCamera, size),
  );
};

/**
 * Takes a picture of the scene between two ticks, as a PNG file.
 * @throws ApiError as `output.capture` does
 */
export const takePicture = async (
  requested: RequestedView,
  services: RuntimeServices,
): Promise<Uint8Array> => {
  const { size, view } = getRequestedView(requested, services);
  return renderView(view, size, services);
};

export const outputHandlers = {
  get: (_, { output }) => output.settings,
  set: (changes, { output }) => ({ previous: output.set(changes), current: output.settings }),
  toggle: ({ setting }, { output }) => ({ value: output.toggle(setting) }),
  capture: async ({ width, height, format, camera: tag }, services) => {
    const { size, camera, view } = getRequestedView({ width, height, camera: tag }, services);
    if (format === 'json') {
      const objects = describeObjectsInView(services.scene, view, size);
      return { capture: { format, ...size, camera: toCaptureCameraRecord(camera, view), objects } };
    }
    const png = await renderView(view, size, services);
    return {
      capture: {
        ...{ format, ...size, mediaType: 'image/png', encoding: 'base64' },
        byteLength: png.length,
        data: Buffer.from(png).toString('base64'),
      },
    };
  },
} satisfies ActionHandlers<Actions['output']>;
