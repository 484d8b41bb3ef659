import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, seconds, vector3 } from './parameter-schemas.ts';

const cameraTag = objectTag.describe('Tag of a camera');

const projection = z.enum(['perspective', 'orthographic']);

const fieldOfView = z.number().min(1).max(179);
const nearPlane = z.number().min(0.001).max(1_000_000);
const farPlane = z.number().min(0.001).max(10_000_000);
const orthoSize = z.number().min(0.001).max(1_000_000);

/** How a camera projects the scene onto a picture. */
export const CameraLens = z.object({
  projection: projection.describe('Whether the projection is perspective'),
  fov: z.number().describe('Vertical field of view in degrees, for a perspective projection'),
  orthoSize: z.number().describe('Half of the height in metres of an orthographic projection'),
  near: z.number().describe('Distance of the near plane in metres'),
  far: z.number().describe('Distance of the far plane in metres'),
});

/** A camera, as returned by camera.list. */
const CameraRecord = z.object({
  camera: z.string().describe('Tag of the camera'),
  active: z.boolean().describe('Whether it is the main camera'),
  position: PositionRecord.describe('World position, in metres'),
  rotation: PositionRecord.describe('World rotation, as Euler angles in degrees'),
  ...CameraLens.shape,
  following: z.string().nullable().describe('Tag of the followed object; null for none'),
});

export const cameraActions = {
  list: defineAction({
    summary: 'List the cameras of the scene',
    parameters: () => ({}),
    result: () => ({
      cameras: z.array(CameraRecord).describe('The cameras, oldest first'),
      active: z.string().nullable().describe('Tag of the main camera; null if there is none'),
    }),
    scans: true,
  }),
  getActive: defineAction({
    summary: 'Read the main camera',
    parameters: () => ({}),
    result: () => ({
      camera: CameraRecord.nullable().describe('The main camera; null if there is none'),
    }),
  }),
  setActive: defineAction({
    summary: 'Make a camera the main camera',
    description:
      'The event camera.changed is sent at once. The view moves in a straight line from its position to the camera; ' +
      'the camera itself does not move.',
    parameters: () => ({
      camera: cameraTag,
      blend: seconds.default(0).describe('Duration of the transition in seconds'),
    }),
    example: { camera: 'main-camera', blend: 1 },
    result: () => ({
      previous: z.string().nullable().describe('Tag of the previous main camera; null if there was none'),
    }),
  }),
  set: defineAction({
    summary: 'Set the lens of a camera',
    description: 'Omitted fields do not change. Fails if near is not less than far.',
    parameters: () => ({
      camera: cameraTag,
      fov: fieldOfView
        .optional()
        .describe('Vertical field of view in degrees, 1 to 179, for a perspective projection'),
      near: nearPlane.optional().describe('Distance of the near plane in metres'),
      far: farPlane.optional().describe('Distance of the far plane in metres'),
      projection: projection.optional().describe('Whether the projection is perspective'),
      orthoSize: orthoSize.optional().describe('Half of the height in metres of an orthographic projection'),
    }),
    example: { camera: 'main-camera', fov: 50 },
    result: () => ({ previous: CameraLens.describe('The previous lens') }),
  }),
  follow: defineAction({
    summary: 'Make a camera follow an object, or stop following',
    description: 'The camera moves but does not turn.',
    parameters: () => ({
      camera: cameraTag,
      target: objectTag
        .nullable()
        .optional()
        .describe('Tag of the object to follow; null or omitted to follow none'),
      offset: vector3
        .optional()
        .describe('Offset from the object along the world axes; by default the current one'),
      damping: z
        .number()
        .min(0)
        .max(60)
        .default(0)
        .describe('Seconds that the camera lags behind a steadily moving object; 0 for none'),
    }),
    example: { camera: 'main-camera', target: 'cube', offset: { x: 0, y: 2, z: 6 }, damping: 0.3 },
    result: () => ({
      following: z.string().nullable().describe('Tag of the followed object; null for none'),
    }),
  }),
  shake: defineAction({
    summary: 'Shake the view of a camera for a while',
    description:
      'The view moves within its plane with decreasing strength and returns to rest; the camera itself does not move. ' +
      'A running shake of the camera is replaced.',
    parameters: () => ({
      camera: cameraTag,
      strength: z.number().min(0).max(1_000_000).describe('Maximum offset in metres'),
      time: seconds.describe('Duration in seconds'),
      seed: z.int().optional().describe('The same seed gives the same shake; by default that of the runtime'),
    }),
    example: { camera: 'main-camera', strength: 0.2, time: 0.5 },
    result: () => ({ tweenId: z.string().describe('Id of the shake') }),
  }),
  worldToScreen: defineAction({
    summary: 'Project a world point onto the picture of a camera',
    parameters: () => ({
      camera: cameraTag.optional().describe('Tag of a camera; by default the main camera'),
      point: vector3.describe('World position of the point, in metres'),
    }),
    result: () => ({
      x: z
        .number()
        .describe(
          'Horizontal position: 0 at the left edge, 1 at the right. A point behind the camera stays on its own side',
        ),
      y: z
        .number()
        .describe(
          'Vertical position: 0 at the top edge, 1 at the bottom. A point behind the camera stays on its own side',
        ),
      visible: z
        .boolean()
        .describe('Whether the point is visible on the picture, between the near and far planes'),
    }),
  }),
} as const;
