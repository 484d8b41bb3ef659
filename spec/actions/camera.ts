import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { objectTag, PositionRecord, seconds, vector3 } from './parameter-schemas.ts';

const cameraTag = objectTag.describe('Tag of a camera');

const projection = z.enum(['perspective', 'orthographic']);

const fieldOfView = z.number().min(1).max(179);
const nearPlane = z.number().min(0.001).max(1_000_000);
const farPlane = z.number().min(0.001).max(10_000_000);
const orthoSize = z.number().min(0.001).max(1_000_000);

/** How a camera turns what is before it into a picture. */
export const CameraLens = z.object({
  projection: projection.describe('Whether what is farther away looks smaller'),
  fov: z.number().describe('Vertical field of view in degrees, for a perspective projection'),
  orthoSize: z.number().describe('Half of the height in metres that an orthographic projection shows'),
  near: z.number().describe('Metres along its view from which it sees'),
  far: z.number().describe('Metres along its view up to which it sees'),
});

/** A camera as camera.list shows it. */
const CameraRecord = z.object({
  camera: z.string().describe('Tag of the camera'),
  active: z.boolean().describe('Whether it is the main camera'),
  position: PositionRecord.describe('Where it is in the world, in metres'),
  rotation: PositionRecord.describe('How it is turned in the world, as Euler angles in degrees'),
  ...CameraLens.shape,
  following: z.string().nullable().describe('Tag of the object that it follows; null for none'),
});

export const cameraActions = {
  list: defineAction({
    summary: 'List the cameras of the scene',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        cameras: z.array(CameraRecord).describe('The cameras, oldest first'),
        active: z.string().nullable().describe('Tag of the main camera; null while there is none'),
      }),
  }),
  getActive: defineAction({
    summary: 'Read the main camera',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        camera: CameraRecord.nullable().describe('The main camera; null while there is none'),
      }),
  }),
  setActive: defineAction({
    summary: 'Make a camera the main camera',
    description:
      'The event camera.changed tells at once. The view goes over in a straight line, from where it was to wherever the camera is; ' +
      'the camera stays where it is.',
    parameters: () =>
      z.object({
        camera: cameraTag,
        blend: seconds.default(0).describe('Seconds that the view takes to go over'),
      }),
    result: () =>
      z.object({
        previous: z.string().nullable().describe('Tag of the main camera before; null when there was none'),
      }),
  }),
  set: defineAction({
    summary: 'Set the lens of a camera',
    description: 'What is absent stays as it is. Is refused when near is not less than far.',
    parameters: () =>
      z.object({
        camera: cameraTag,
        fov: fieldOfView
          .optional()
          .describe('Vertical field of view in degrees, 1 to 179, for a perspective projection'),
        near: nearPlane.optional().describe('Metres along its view from which it sees'),
        far: farPlane.optional().describe('Metres along its view up to which it sees'),
        projection: projection.optional().describe('Whether what is farther away looks smaller'),
        orthoSize: orthoSize
          .optional()
          .describe('Half of the height in metres that an orthographic projection shows'),
      }),
    result: () => z.object({ previous: CameraLens.describe('The lens before') }),
  }),
  follow: defineAction({
    summary: 'Let a camera keep by an object, or by none any more',
    description: 'It moves, and does not turn.',
    parameters: () =>
      z.object({
        camera: cameraTag,
        target: objectTag
          .nullable()
          .optional()
          .describe('Tag of the object to follow; null or absent to follow none'),
        offset: vector3
          .optional()
          .describe('Where to be, from the object along the axes of the world; as now when absent'),
        damping: z
          .number()
          .min(0)
          .max(60)
          .default(0)
          .describe('Seconds to lag behind an object that moves evenly; 0 keeps up exactly'),
      }),
    result: () =>
      z.object({
        following: z.string().nullable().describe('Tag of the object that it follows now; null for none'),
      }),
  }),
  shake: defineAction({
    summary: 'Shake the view of a camera for a while',
    description:
      'The view moves within its plane, less and less, and comes to rest where it was; the camera itself stays where it is. ' +
      'A shake that is under way on the camera is replaced.',
    parameters: () =>
      z.object({
        camera: cameraTag,
        strength: z.number().min(0).max(1_000_000).describe('Metres that the view moves at most'),
        time: seconds.describe('Seconds until it is at rest again'),
        seed: z
          .int()
          .optional()
          .describe('The same seed shakes in the same way; that of the runtime counts when absent'),
      }),
    result: () => z.object({ tweenId: z.string().describe('Id of the shake') }),
  }),
  worldToScreen: defineAction({
    summary: 'Tell where on the picture of a camera a point of the world is',
    parameters: () =>
      z.object({
        camera: cameraTag.optional().describe('Tag of a camera; the view of the main camera when absent'),
        point: vector3.describe('The point of the world, in metres'),
      }),
    result: () =>
      z.object({
        x: z
          .number()
          .describe('0 at the left edge to 1 at the right; behind the camera, on the side it is on'),
        y: z
          .number()
          .describe('0 at the top edge to 1 at the bottom; behind the camera, on the side it is on'),
        visible: z
          .boolean()
          .describe('Whether it lies on the picture, no nearer than near and no farther than far'),
      }),
  }),
} as const;
