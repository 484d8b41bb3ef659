import { ApiError } from '#spec/errors.ts';
import { createSeededRandom } from '../engine/seeded-random.ts';
import { createCameraShakeInterpolator } from '../scene/cameras/camera-shake.ts';
import { worldToScreen } from '../scene/cameras/camera-view.ts';
import { findDepthRangeProblem, cameraComponent as kind } from '../scene/components/camera-component.ts';
import { getComponentOfType } from '../scene/components/component-properties.ts';
import { transformProperties } from '../scene/object-properties.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';
import type { SceneObject } from '../scene/scene-object.ts';

const { worldPosition, worldRotation } = transformProperties;

export const getLens = (object: SceneObject) => {
  const { projection, fov, orthoSize, near, far } = getComponentOfType(object, kind).values;
  return { projection, fov, orthoSize, near, far };
};

/**
 * Returns the object with this tag, which must have a camera.
 * @throws ApiError OBJECT_NOT_FOUND or COMPONENT_NOT_FOUND
 */
const getCameraObject = (tag: string, { scene }: RuntimeServices): SceneObject => {
  const object = scene.get(tag);
  getComponentOfType(object, kind);
  return object;
};

const toCameraRecord = (object: SceneObject, { cameras }: RuntimeServices) => ({
  camera: object.tag,
  active: object === cameras.active,
  position: worldPosition.read(object),
  rotation: worldRotation.read(object),
  ...getLens(object),
  following: cameras.findFollowTarget(object)?.tag ?? null,
});

/**
 * Returns a camera with its view. Without a tag, returns the main camera.
 * @throws ApiError when the camera doesn't exist
 */
export const getCameraView = (tag: string | undefined, services: RuntimeServices) => {
  const { cameras } = services;
  const camera = tag === undefined ? cameras.active : getCameraObject(tag, services);
  const view = tag === undefined ? cameras.getView() : camera && cameras.getViewThrough(camera);
  if (camera && view) return { camera, view };
  throw new ApiError('ACTION_FAILED', 'There is no main camera. Call camera.setActive to choose one.', {
    expected: 'the tag of a camera, or a main camera',
  });
};

export const cameraHandlers = {
  list: (_, services) => ({
    cameras: services.scene
      .list()
      .filter(({ components }) => components.has(kind.name))
      .map((object) => toCameraRecord(object, services)),
    active: services.cameras.active?.tag ?? null,
  }),
  getActive: (_, services) => {
    const { active } = services.cameras;
    return { camera: active ? toCameraRecord(active, services) : null };
  },
  setActive: ({ camera: tag, blend }, services) => ({
    previous: services.cameras.setActive(getCameraObject(tag, services), blend)?.tag ?? null,
  }),
  set: ({ camera: tag, ...lens }, services) => {
    const object = services.scene.get(tag);
    const part = getComponentOfType(object, kind);
    const previous = getLens(object);
    const { near = previous.near, far = previous.far } = lens;
    const reason = findDepthRangeProblem({ near, far });
    if (reason)
      throw new ApiError('ACTION_FAILED', reason, { camera: tag, near, far, expected: 'near less than far' });
    for (const [name, value] of Object.entries(lens)) if (value !== undefined) part.write(name, value);
    // a different projection requires a different three.js camera
    if (lens.projection !== undefined && lens.projection !== previous.projection) part.rebuild();
    return { previous };
  },
  follow: ({ camera: tag, target: targetTag, offset, damping }, services) => {
    const camera = getCameraObject(tag, services);
    const target = targetTag === undefined || targetTag === null ? undefined : services.scene.get(targetTag);
    services.cameras.follow(camera, target, { offset, damping });
    return { following: target?.tag ?? null };
  },
  shake: ({ camera: tag, strength, time, seed: requestedSeed }, services) => {
    const { cameras, tweens, seed: defaultSeed } = services;
    const object = getCameraObject(tag, services);
    const randomValue = createSeededRandom(defaultSeed, object.id, String(tweens.startedCount))();
    const interpolator = createCameraShakeInterpolator(cameras, object, {
      ...{ strength, time },
      seed: requestedSeed ?? Math.floor(randomValue * 2 ** 32),
    });
    const timing = { time, ease: 'linear', delay: 0, loops: 0, yoyo: false } as const;
    return { tweenId: tweens.start({ object, name: 'shake', interpolator, ...timing }) };
  },
  worldToScreen: ({ camera: tag, point }, services) =>
    worldToScreen(getCameraView(tag, services).view, point),
} satisfies ActionHandlers<Actions['camera']>;
