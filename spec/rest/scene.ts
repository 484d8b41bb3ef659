/** Operations that read what the scene draws, as data or as a picture. */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const imageEdge = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(1));

const pictureView = {
  width: imageEdge.optional().describe('Width in pixels; by default that of the output resolution'),
  height: imageEdge.optional().describe('Height in pixels; by default that of the output resolution'),
  camera: z.string().min(1).optional().describe('Tag of a camera; by default the main camera'),
};

const pictureErrors = ['INVALID_QUERY', 'OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND'] as const;

const changeMark = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(0));

export const sceneOperations = {
  getChanges: defineOperation({
    route: 'GET /api/scene/changes',
    area: 'scene',
    summary: 'Get what the scene draws, or what has changed since',
    description:
      'For clients that render the scene live: geometries, surfaces, images, lights and their transforms. The first response is complete. With `since`, a response contains only the changes. The section "Showing the scene" of ENGINE.md describes the bytes.',
    choice: 'C-175',
    needs: 'runtime',
    query: {
      since: changeMark
        .optional()
        .describe('The mark of an earlier response; without it, the response is complete'),
    },
    returns: { 200: 'application/octet-stream' },
    errors: ['INVALID_QUERY'],
  }),
  getPicture: defineOperation({
    route: 'GET /api/scene/picture.png',
    area: 'scene',
    summary: 'Render a picture of the scene',
    description:
      'Renders the view of a camera between two ticks. The same scene always gives the same bytes, and the ETag identifies them. A width or height over 4096 pixels, or more than 3840 × 2160 pixels in all, fails. The action `output.capture` returns the same picture in JSON.',
    choice: 'C-131',
    needs: 'runtime',
    query: pictureView,
    returns: { 200: 'image/png' },
    errors: pictureErrors,
  }),
  streamPictures: defineOperation({
    route: 'GET /api/scene/picture.mjpeg',
    area: 'scene',
    tier: 'media',
    summary: 'Watch the scene as a stream of pictures',
    description:
      'For an `<img>`, which shows each picture in place of the one before. The pictures are PNG or JPEG, as the runtime provides them. Without `frames`, the stream ends only when the client or the service closes it. A client that is slow receives fewer pictures.',
    choice: 'C-321',
    needs: 'runtime',
    query: {
      ...pictureView,
      rate: z
        .preprocess(
          (text) => (text === '' ? undefined : text),
          z.coerce.number().min(0.1).max(60).default(10),
        )
        .describe('Maximum number of pictures per second'),
      frames: imageEdge.optional().describe('Number of pictures after which the stream ends'),
      access_token: z.string().optional().describe('The token, if it is sent in the query'),
    },
    returns: { 200: 'multipart/x-mixed-replace; boundary=frame' },
    errors: [...pictureErrors, 'INVALID_REQUEST'],
  }),
} as const;
