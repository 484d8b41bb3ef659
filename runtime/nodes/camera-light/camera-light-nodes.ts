import { actions } from '#spec/actions/index.ts';
import { type SceneCamera, worldToScreen } from '../../scene/cameras/camera-view.ts';
import { cameraComponent as kind } from '../../scene/components/camera-component.ts';
import { getComponentProperty } from '../../scene/components/component-properties.ts';
import { transformProperties } from '../../scene/object-properties.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { zeroVector } from '../../scene/physics/vector-math.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { findObjectOrWarn } from '../dsl/handler-helpers.ts';
import { boolean, float, objectSelector, vector3 } from '../dsl/ports.ts';
import type { Vector3 } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const { camera, light } = actions;
const { worldPosition, worldRotation } = transformProperties;

const fovProperty = getComponentProperty(kind, 'fov');

const findCameraView = (tag: string, services: NodeServices): SceneCamera | undefined => {
  const { cameras } = services.runtime;
  if (tag === '') {
    const view = cameras.getView();
    if (!view) services.warnOnce('There is no main camera.');
    return view;
  }
  const object = findObjectOrWarn(tag, services);
  const view = object && cameras.getViewThrough(object);
  if (object && !view) services.warnOnce(`The object "${tag}" has no camera.`);
  return view;
};

/** Projects a point onto the picture of a camera. Returns `undefined` when there is no such camera. */
const projectPoint = ({ Camera, Point }: { Camera: string; Point: Vector3 }, services: NodeServices) => {
  const view = findCameraView(Camera, services);
  return view && worldToScreen(view, Point);
};

export const cameraLightNodes = defineCategory('CameraLight', {
  GetActiveCamera: definePureNode({
    description:
      'The current main camera: its tag, its world position in metres, its world rotation as Euler angles in degrees, and its vertical field of view in degrees. An empty tag and zeros when there is none.',
    inputs: {},
    outputs: { Camera: objectSelector(), Position: vector3(), Rotation: vector3(), Fov: float() },
    evaluate: {
      Camera: (_, { runtime: { cameras } }) => cameras.active?.tag ?? '',
      Position: (_, { runtime: { cameras } }) =>
        cameras.active ? worldPosition.read(cameras.active) : zeroVector,
      Rotation: (_, { runtime: { cameras } }) =>
        cameras.active ? worldRotation.read(cameras.active) : zeroVector,
      Fov: (_, { runtime: { cameras } }) => (cameras.active ? fovProperty.read(cameras.active) : 0),
    },
  }),
  SetActiveCamera: defineActionNode(
    camera.setActive,
    { Camera: 'camera' },
    {
      description:
        'Makes a camera the main camera, through which the scene is rendered, then fires Out. Out also fires when there is no such camera.',
    },
  ),
  SetCameraFov: defineActionNode(
    camera.set,
    { Camera: 'camera', Fov: 'fov' },
    {
      description:
        'Sets the vertical field of view of a camera to Fov degrees, 1 to 179, then fires Out. It only affects a perspective projection. Out also fires when there is no such camera, or when Fov is out of range.',
      ports: { Fov: float(50, { minimum: 1, maximum: 179 }) },
    },
  ),
  CameraFollow: defineActionNode(
    camera.follow,
    { Camera: 'camera', Target: 'target', Offset: 'offset', Damping: 'damping' },
    {
      description:
        'Makes a camera follow the object Target without rotating, or stop following when Target is empty, then fires Out. Offset is the distance to keep, in metres along the world axes; without it, the camera keeps its current distance. Damping is the lag in seconds. Out also fires when there is no such camera or target.',
      ports: { Target: objectSelector() },
    },
  ),
  WorldToScreen: definePureNode({
    description:
      'Projects a world Point onto the picture of a camera, or of the main camera when none is chosen. X goes from 0 at the left edge to 1 at the right, Y from 0 at the top to 1 at the bottom. IsVisible is whether the point is on the picture, between the near and far planes. Zeros and false when there is no such camera.',
    inputs: { Camera: objectSelector(), Point: vector3() },
    outputs: { X: float(), Y: float(), IsVisible: boolean() },
    evaluate: {
      X: (inputs, services) => projectPoint(inputs, services)?.x ?? 0,
      Y: (inputs, services) => projectPoint(inputs, services)?.y ?? 0,
      IsVisible: (inputs, services) => projectPoint(inputs, services)?.visible ?? false,
    },
  }),
  SetLightColor: defineActionNode(
    light.setColor,
    { Light: 'light', Color: 'color' },
    {
      description:
        'Sets the color of a light, then fires Out. Alpha is ignored. Out also fires when there is no such light.',
    },
  ),
  SetLightIntensity: defineActionNode(
    light.setIntensity,
    { Light: 'light', Intensity: 'intensity' },
    {
      description:
        'Sets the intensity of a light to Intensity, 0 or more, then fires Out. Out also fires when there is no such light, or when Intensity is below 0.',
      ports: { Intensity: float(1, { minimum: 0 }) },
    },
  ),
});
