/** Settings of the runtime's output, and the overlay on its pictures. */
import * as z from 'zod';
import { lazy } from '../lazy.ts';
import { ColorRecord, color } from './parameter-schemas.ts';

const imageEdge = z.int().min(1).max(4096);

export const resolution = lazy(() =>
  z.object({ width: imageEdge.describe('Width in pixels'), height: imageEdge.describe('Height in pixels') }),
);

const fraction = z.number().min(-10).max(10);
const anchorCorner = {
  x: fraction.describe('From the left edge, as a fraction of the width'),
  y: fraction.describe('From the top edge, as a fraction of the height'),
};

const alignments = z.enum(['left', 'center', 'right']);
const fontSize = z.number().min(0.001).max(10);

/** Fields of text elements that are always reported, but can be omitted in requests. */
interface TextStyle<C extends z.ZodType, S extends z.ZodType, A extends z.ZodType> {
  readonly color: C;
  readonly size: S;
  readonly align: A;
}

const createOverlaySchema = <C extends z.ZodType, S extends z.ZodType, A extends z.ZodType>({
  color,
  size,
  align,
}: TextStyle<C, S, A>) =>
  z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('text').describe('Identifies a text'),
          ...anchorCorner,
          text: z.string().max(200).describe('The text; its position is that of the first baseline'),
          size: size.describe('Font size, as a fraction of the height'),
          align: align.describe('Which part of each line is at the position'),
          color: color.describe('Text color'),
        }),
        z.strictObject({
          type: z.literal('rectangle').describe('Identifies a filled rectangle'),
          ...anchorCorner,
          width: fraction.min(0).describe('As a fraction of the picture width'),
          height: fraction.min(0).describe('As a fraction of the picture height'),
          color: color.describe('Fill color with its opacity'),
        }),
      ]),
    )
    .max(100);

/** The overlay on pictures, as it is reported. */
const overlaySchema = lazy(() =>
  z.object({
    visible: z.boolean().describe('Whether it is drawn'),
    elements: createOverlaySchema({ color: ColorRecord, size: fontSize, align: alignments }).describe(
      'Texts and rectangles, back to front',
    ),
  }),
);
export type Overlay = z.output<ReturnType<typeof overlaySchema>>;

const defaultColor = { r: 1, g: 1, b: 1, a: 1 };

/** The changes to the overlay that are accepted. */
export const overlayChangesSchema = lazy(() =>
  z.strictObject({
    visible: z.boolean().optional().describe('Whether it is drawn'),
    elements: createOverlaySchema({
      color: color.prefault(defaultColor),
      size: fontSize.default(0.05),
      align: alignments.default('left'),
    })
      .optional()
      .describe('Texts and rectangles, back to front, which replace the existing ones'),
  }),
);

export const outputSettings = lazy(() =>
  z.object({
    resolution: resolution().describe('Default size of pictures'),
    frameRate: z.number().describe('Frame rate for clients that show the pictures'),
    vsync: z.boolean().describe('Whether clients that show the pictures wait for vertical sync'),
    textureSharing: z.boolean().describe('Whether pictures are shared with other programs as textures'),
    networkVideo: z.boolean().describe('Whether pictures are sent over the network as video'),
    markup: overlaySchema().describe('The overlay on pictures'),
  }),
);
export type OutputSettings = z.output<ReturnType<typeof outputSettings>>;

/** The settings that can be on or off. `markup` is whether the markup is drawn. */
export const outputSwitches = ['vsync', 'textureSharing', 'networkVideo', 'markup'] as const;
export type OutputSwitch = (typeof outputSwitches)[number];
