/** Schemas that the parameters of several actions share (register: C-40). */
import { z } from 'zod';
import { portTypes } from '../values.ts';
import { easingNames } from './easings.ts';
import type { Color, PortType, Vector3 } from '../values.ts';

/** Marks the port type of a parameter where its JSON schema would not tell, for nodes that run actions. */
const ported = <T extends z.ZodType>(portType: PortType, schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-port-type': portType }) as T;

const xyz = z.strictObject({ x: z.number(), y: z.number(), z: z.number() });
const rgba = z.strictObject({ r: z.number(), g: z.number(), b: z.number(), a: z.number().default(1) });

/** Every stated shape of a Vector3 (description: 'Port value formats'), giving `{x, y, z}`. */
export const vector3 = ported(
  'Vector3',
  z
    .union([xyz, z.tuple([z.number(), z.number(), z.number()]), z.number()], {
      error: `expected ${portTypes.Vector3.accepts}`,
    })
    .transform((value): Vector3 => {
      if (typeof value === 'number') return { x: value, y: value, z: value };
      if (Array.isArray(value)) return { x: value[0], y: value[1], z: value[2] };
      return value;
    }),
);

/** Every stated shape of a Color (description: 'Port value formats'), giving `{r, g, b, a}`. */
export const color = ported(
  'Color',
  z
    .union(
      [
        rgba,
        z.tuple([z.number(), z.number(), z.number(), z.number()]),
        z.tuple([z.number(), z.number(), z.number()]),
      ],
      { error: `expected ${portTypes.Color.accepts}` },
    )
    .transform((value): Color => {
      if (!Array.isArray(value)) return value;
      const [r, g, b, a = 1] = value;
      return { r, g, b, a };
    }),
);

/** The tag of an object that exists. */
export const objectTag = ported('ObjectSelector', z.string().min(1).describe('Tag of a scene object'));

/** A tag or a name to give. */
export const label = z.string().trim().min(1).max(256);

export const seconds = z.number().min(0).max(86_400);

export const easing = z.enum(easingNames);

export const space = z.enum(['world', 'local']);
export type Space = z.output<typeof space>;

/** A pattern over names: `*` stands for any text, letter case does not count. */
export const pattern = z.string().min(1).max(256);

/** Layers have 32 indexes, of which 6, 7 and 8 are reserved (description: 'Limits'). */
export const layerIndex = z
  .int()
  .min(0)
  .max(31)
  .refine((index) => index < 6 || index > 8, 'expected 0 to 5 or 9 to 31: 6, 7 and 8 are reserved');

/** A configured layer. */
export const layer = z.union([z.string().min(1), z.int()], {
  error: 'expected the name (string) or the index (integer) of a configured layer',
});

/** Plain values in answers. */
export const Position = z.object({ x: z.number(), y: z.number(), z: z.number() });
export const Colour = z.object({ r: z.number(), g: z.number(), b: z.number(), a: z.number() });
