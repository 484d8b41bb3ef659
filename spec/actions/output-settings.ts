/** What is set of the output of the runtime, and what is drawn on top of its pictures. */
import * as z from 'zod';
import { lazy } from '../lazy.ts';
import { ColorRecord, color } from './parameter-schemas.ts';

const imageEdge = z.int().min(1).max(4096);

export const resolution = lazy(() =>
  z.object({ width: imageEdge.describe('Width in pixels'), height: imageEdge.describe('Height in pixels') }),
);

const fraction = z.number().min(-10).max(10);
const anchorCorner = {
  x: fraction.describe('From the left edge, as a share of the width'),
  y: fraction.describe('From the top edge, as a share of the height'),
};

const alignments = z.enum(['left', 'center', 'right']);
const fontSize = z.number().min(0.001).max(10);

/** What of elements is told as it is, and need not be sent. */
interface TextStyle<C extends z.ZodType, S extends z.ZodType, A extends z.ZodType> {
  readonly color: C;
  readonly size: S;
  readonly align: A;
}

const createOverlaySchema = <C extends z.ZodType, S extends z.ZodType, A extends z.ZodType>({
  color: colour,
  size,
  align,
}: TextStyle<C, S, A>) =>
  z
    .array(
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.literal('text').describe('That it is a text'),
          ...anchorCorner,
          text: z.string().max(200).describe('What it says; the place is that of its first baseline'),
          size: size.describe('Of its font, as a share of the height'),
          align: align.describe('What of each line is at the place'),
          color: colour.describe('Colour of its letters'),
        }),
        z.strictObject({
          type: z.literal('rectangle').describe('That it is a filled rectangle'),
          ...anchorCorner,
          width: fraction.min(0).describe('As a share of the width of the picture'),
          height: fraction.min(0).describe('As a share of the height of the picture'),
          color: colour.describe('Colour of it, with its opacity'),
        }),
      ]),
    )
    .max(100);

/** What is drawn on top of pictures, as it is told. */
const overlaySchema = lazy(() =>
  z.object({
    visible: z.boolean().describe('Whether it is drawn'),
    elements: createOverlaySchema({ color: ColorRecord, size: fontSize, align: alignments }).describe(
      'Texts and rectangles, each on top of those before',
    ),
  }),
);
export type Overlay = z.output<ReturnType<typeof overlaySchema>>;

const defaultColor = { r: 1, g: 1, b: 1, a: 1 };

/** The changes of it that are taken. */
export const overlayChangesSchema = lazy(() =>
  z.strictObject({
    visible: z.boolean().optional().describe('Whether it is drawn'),
    elements: createOverlaySchema({
      color: color.prefault(defaultColor),
      size: fontSize.default(0.05),
      align: alignments.default('left'),
    })
      .optional()
      .describe('Texts and rectangles in place of those that there are, each on top of those before'),
  }),
);

export const outputSettings = lazy(() =>
  z.object({
    resolution: resolution().describe('Size of pictures that are asked for without one'),
    frameRate: z.number().describe('Pictures a second that whoever shows them is to make'),
    vsync: z.boolean().describe('Whether whoever shows pictures is to wait for its screen'),
    textureSharing: z.boolean().describe('Whether pictures are to be shared with other programs as textures'),
    networkVideo: z.boolean().describe('Whether pictures are to be sent over the network as video'),
    markup: overlaySchema().describe('What is drawn on top of pictures'),
  }),
);
export type OutputSettings = z.output<ReturnType<typeof outputSettings>>;

/** The settings that are either on or off; of `markup`, whether it is drawn. */
export const outputSwitches = ['vsync', 'textureSharing', 'networkVideo', 'markup'] as const;
export type OutputSwitch = (typeof outputSwitches)[number];
