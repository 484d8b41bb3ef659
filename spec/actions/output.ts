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

/** Where something is on a picture, in pixels from its top left. */
const ScreenBounds = z.object({
  left: z.number().describe('From the left edge to its left end'),
  top: z.number().describe('From the top edge to its upper end'),
  right: z.number().describe('From the left edge to its right end'),
  bottom: z.number().describe('From the top edge to its lower end'),
});

/** What a camera sees, as data. */
const StateCapture = z.object({
  format: z.literal('json').describe('That it is data'),
  ...imageSize,
  camera: z
    .object({
      camera: z.string().describe('Tag of the camera'),
      position: PositionRecord.describe('Where it is seen from in the world, in metres'),
      rotation: PositionRecord.describe('How the view is turned in the world, as Euler angles in degrees'),
      ...CameraLens.shape,
    })
    .describe('What it is seen through'),
  objects: z
    .array(
      z.object({
        object: z.string().describe('Tag of the object'),
        name: z.string().describe('Its display name'),
        type: z.string().describe('Menu path of the element that it is'),
        position: PositionRecord.describe('Where it is in the world, in metres'),
        rotation: PositionRecord.describe('How it is turned in the world, as Euler angles in degrees'),
        scale: PositionRecord.describe('Its scale relative to its parent'),
        visible: z
          .boolean()
          .describe('Whether it is active, has something to be seen, and reaches into the picture'),
        bounds: ScreenBounds.nullable().describe(
          'The least rectangle of the picture around the box of what is drawn of it; null while it is not visible',
        ),
        colors: z.array(ColorRecord).describe('The main colours of its materials, or of its light'),
      }),
    )
    .describe('Every object of the scene, oldest first'),
});

/** A picture in an answer that is text. */
export const ImageCapture = z.object({
  format: z.literal('png').describe('That it is a picture'),
  ...imageSize,
  mediaType: z.literal('image/png').describe('Media type of the bytes'),
  encoding: z.literal('base64').describe('How the bytes are written in `data`'),
  byteLength: z.int().describe('How many bytes it has'),
  data: z.string().describe('The bytes'),
});

const outputSettingsSchema =
  'resolution, frame rate, vertical sync, texture sharing, network video and markup';

export const outputActions = {
  get: defineAction({
    summary: `Tell what is set of the output: ${outputSettingsSchema}`,
    parameters: () => z.object({}),
    result: outputSettings,
    named: true,
  }),
  set: defineAction({
    summary: `Set some of ${outputSettingsSchema}`,
    description:
      'Pictures have the resolution where none is asked for, and the markup on top. A runtime without a screen keeps the other settings for whoever shows its pictures.',
    parameters: () =>
      z.object({
        resolution: resolution()
          .strict()
          .optional()
          .describe('Size of pictures that are asked for without one: at most 3840 × 2160 pixels in all'),
        frameRate: z.number().min(1).max(1_000).optional().describe('Pictures a second'),
        vsync: z.boolean().optional().describe('Whether to wait for the screen'),
        textureSharing: z
          .boolean()
          .optional()
          .describe('Whether to share pictures with other programs as textures'),
        networkVideo: z.boolean().optional().describe('Whether to send pictures over the network as video'),
        markup: overlayChangesSchema()
          .optional()
          .describe('What to change of what is drawn on top of pictures'),
      }),
    result: () =>
      z.object({
        previous: outputSettings().describe('What was set until now'),
        current: outputSettings().describe('What is set now'),
      }),
    named: true,
  }),
  toggle: defineAction({
    summary: 'Turn a setting of the output on or off',
    parameters: () =>
      z.object({
        setting: z.enum(outputSwitches).describe('The setting; of the markup, whether it is drawn'),
      }),
    result: () => z.object({ value: z.boolean().describe('Whether it is on now') }),
    named: true,
  }),
  capture: defineAction({
    summary: 'Capture what a camera sees of the scene, as data or as a picture',
    description:
      'Shows the moment between two steps in which the action is run, and is the same for the same scene, to the last byte. No step waits for ' +
      'a picture: the answer comes when it is drawn. A width or height over 4096 pixels, more than 3840 × 2160 of them in all, and more pictures ' +
      'at once than are drawn, are refused.',
    timeout: 30,
    later: true,
    parameters: () =>
      z.object({
        width: imageEdge
          .optional()
          .describe('Width in pixels; that of the resolution of the output when absent'),
        height: imageEdge
          .optional()
          .describe('Height in pixels; that of the resolution of the output when absent'),
        format: z.enum(['json', 'png']).default('json').describe('What to make: data, or a picture'),
        camera: objectTag.optional().describe('Tag of a camera; the view of the main camera when absent'),
      }),
    result: () =>
      z.object({
        capture: z
          .discriminatedUnion('format', [StateCapture, ImageCapture])
          .describe('What the camera sees'),
      }),
  }),
} as const;
