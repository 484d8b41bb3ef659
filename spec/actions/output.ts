import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { CameraLens } from './camera.ts';
import { overlayChangesSchema, outputSettings, resolution, outputSwitches } from './output-settings.ts';
import { ColorRecord, objectTag, PositionRecord } from './parameter-schemas.ts';

const imageEdge = z.int().min(1);

const imageSize = {
  width: imageEdge.describe('Width in pixels'),
  height: imageEdge.describe('Height in pixels'),
};

/** Bounds within a picture, in pixels from its top left corner. */
const ScreenBounds = z.object({
  left: z.number().describe('Left bound, from the left edge'),
  top: z.number().describe('Top bound, from the top edge'),
  right: z.number().describe('Right bound, from the left edge'),
  bottom: z.number().describe('Bottom bound, from the top edge'),
});

/** What a camera sees, as data. */
const StateCapture = z.object({
  format: z.literal('json').describe('Identifies data'),
  ...imageSize,
  camera: z
    .object({
      camera: z.string().describe('Tag of the camera'),
      position: PositionRecord.describe('World position of the camera, in metres'),
      rotation: PositionRecord.describe('World rotation of the camera, as Euler angles in degrees'),
      ...CameraLens.shape,
    })
    .describe('Lens of the camera'),
  objects: z
    .array(
      z.object({
        object: z.string().describe('Tag of the object'),
        name: z.string().describe('Its display name'),
        type: z.string().describe('Menu path of its element'),
        position: PositionRecord.describe('World position, in metres'),
        rotation: PositionRecord.describe('World rotation, as Euler angles in degrees'),
        scale: PositionRecord.describe('Its scale relative to its parent'),
        visible: z.boolean().describe('Whether it is active, has something to draw, and is in the picture'),
        bounds: ScreenBounds.nullable().describe(
          'Smallest rectangle of the picture around its bounding box; null if it is not visible',
        ),
        colors: z.array(ColorRecord).describe('The main colors of its materials, or of its light'),
      }),
    )
    .describe('Every object of the scene, oldest first'),
});

/** A picture that is part of a text response. */
export const ImageCapture = z.object({
  format: z.literal('png').describe('Identifies a picture'),
  ...imageSize,
  mediaType: z.literal('image/png').describe('Media type of the bytes'),
  encoding: z.literal('base64').describe('Encoding of `data`'),
  byteLength: z.int().describe('Number of bytes'),
  data: z.string().describe('The bytes'),
});

const outputSettingsSchema =
  'resolution, frame rate, vertical sync, texture sharing, network video and markup';

export const outputActions = {
  get: defineAction({
    summary: `Read the output settings: ${outputSettingsSchema}`,
    parameters: () => ({}),
    result: outputSettings,
    named: true,
  }),
  set: defineAction({
    summary: `Change some of ${outputSettingsSchema}`,
    description:
      'The resolution is the default of pictures, and the markup is drawn on them. A runtime without a screen only stores the other settings for clients that show its pictures.',
    parameters: () => ({
      resolution: resolution()
        .strict()
        .optional()
        .describe('Default size of pictures: at most 3840 × 2160 pixels in all'),
      frameRate: z.number().min(1).max(1_000).optional().describe('Pictures per second'),
      vsync: z.boolean().optional().describe('Whether to wait for vertical sync'),
      textureSharing: z
        .boolean()
        .optional()
        .describe('Whether to share pictures with other programs as textures'),
      networkVideo: z.boolean().optional().describe('Whether to send pictures over the network as video'),
      markup: overlayChangesSchema().optional().describe('Changes of the overlay on pictures'),
    }),
    result: () => ({
      previous: outputSettings().describe('The previous settings'),
      current: outputSettings().describe('The current settings'),
    }),
    named: true,
  }),
  toggle: defineAction({
    summary: 'Turn a setting of the output on or off',
    parameters: () => ({
      setting: z.enum(outputSwitches).describe('The setting; for the markup, whether it is drawn'),
    }),
    result: () => ({ value: z.boolean().describe('Whether it is on now') }),
    named: true,
  }),
  capture: defineAction({
    summary: 'Capture what a camera sees, as data or as a picture',
    description:
      'Captures the moment between two ticks in which the action runs; the same scene always gives the same bytes. Ticks do not wait for ' +
      'a picture: the response comes when it is drawn. A width or height over 4096 pixels, more than 3840 × 2160 in all, or too many pictures ' +
      'at once fail.',
    timeout: 30,
    later: true,
    parameters: () => ({
      width: imageEdge.optional().describe('Width in pixels; by default that of the output resolution'),
      height: imageEdge.optional().describe('Height in pixels; by default that of the output resolution'),
      format: z.enum(['json', 'png']).default('json').describe('What to return: data, or a picture'),
      camera: objectTag.optional().describe('Tag of a camera; by default the main camera'),
    }),
    result: () => ({
      capture: z.discriminatedUnion('format', [StateCapture, ImageCapture]).describe('What the camera sees'),
    }),
    scans: true,
  }),
} as const;
