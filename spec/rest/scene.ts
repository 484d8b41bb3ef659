/** The scene as it is seen. */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

const imageEdge = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(1));

const changeMark = z.preprocess((text) => (text === '' ? undefined : text), z.coerce.number().int().min(0));

export const sceneOperations = {
  getChanges: defineOperation({
    route: 'GET /api/scene/changes',
    area: 'scene',
    summary: 'What is drawn of the scene, and what of it has changed since',
    description:
      'For whoever shows the scene as it moves: geometries, surfaces, images, lights and where all of it is, at first as a whole, and with `since` only what is another than before. The section "Showing the scene" of PROTOCOL.md describes the bytes.',
    choice: 'C-175',
    needs: 'runtime',
    query: { since: changeMark.optional().describe('The mark of an earlier answer; all is told without it') },
    returns: { 200: 'application/octet-stream' },
    errors: ['INVALID_QUERY'],
  }),
  getPicture: defineOperation({
    route: 'GET /api/scene/picture.png',
    area: 'scene',
    summary: 'A picture of the scene',
    description:
      'Shows what a camera sees between two steps, and is the same for the same scene, to the last byte; the ETag tells one from another. A width or height over 4096 pixels, and more than 3840 × 2160 of them in all, are refused. The action `output.capture` gives the same picture in JSON.',
    choice: 'C-131',
    needs: 'runtime',
    query: {
      width: imageEdge
        .optional()
        .describe('Width in pixels; that of the resolution of the output when absent'),
      height: imageEdge
        .optional()
        .describe('Height in pixels; that of the resolution of the output when absent'),
      camera: z
        .string()
        .min(1)
        .optional()
        .describe('Tag of a camera; the view of the main camera when absent'),
    },
    returns: { 200: 'image/png' },
    errors: ['INVALID_QUERY', 'OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
  }),
} as const;
