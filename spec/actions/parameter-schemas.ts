/** Parameter schemas that several actions share (C-40). */
import * as z from 'zod';
import { toCanonicalValue, portTypeShapes } from '../value-shapes.ts';
import { portTypes } from '../values.ts';
import { easingNames } from './easings.ts';
import type { Color, Json, PortType, Vector3 } from '../values.ts';

/**
 * Marks a parameter's port type if its JSON schema doesn't show the type. Nodes that run actions need the port type.
 */
const withPortType = <T extends z.ZodType>(portType: PortType, schema: T): T =>
  schema.meta({ ...schema.meta(), 'x-port-type': portType }) as T;

/**
 * Creates a parameter that accepts every shape of the given port type and returns the canonical form. Its default is a
 * `prefault`, because JSON schemas omit the `default` of a transformed schema.
 */
const createShapedParameter = <T extends Json, Accepted extends Json>(
  portType: 'Vector3' | 'Color',
): z.ZodType<T, Accepted> =>
  z
    .custom<Accepted>(
      (raw) => toCanonicalValue(portType, raw) !== undefined,
      `expected ${portTypes[portType].accepts}`,
    )
    .transform((raw) => toCanonicalValue(portType, raw) as T)
    .meta({ anyOf: portTypeShapes[portType].map(({ schema }) => schema), 'x-port-type': portType });

type VectorShape = Vector3 | [number, number, number] | number;
type ColorShape =
  | [number, number, number, number]
  | [number, number, number]
  | { r: number; g: number; b: number; a?: number };

/** Accepts every documented shape of a Vector3 (description: 'Port value formats') and returns `{x, y, z}`. */
export const vector3 = createShapedParameter<Vector3, VectorShape>('Vector3');

/** Accepts every documented shape of a Color (description: 'Port value formats') and returns `{r, g, b, a}`. */
export const color = createShapedParameter<Color, ColorShape>('Color');

/** A vector or a color in any shape. The property to which the value is assigned decides which of the two is meant. */
export const vectorOrColor = z
  .custom<VectorShape | ColorShape>(
    (raw) => toCanonicalValue('Vector3', raw) !== undefined || toCanonicalValue('Color', raw) !== undefined,
    'expected a vector, such as [x, y, z], or a color, such as [r, g, b, a]',
  )
  .meta({
    anyOf: [...portTypeShapes.Vector3, ...portTypeShapes.Color].map(({ schema }) => schema),
    'x-port-type': 'Generic',
  });

/** A rotation as four numbers. */
export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

const quaternion = z
  .strictObject({ x: z.number(), y: z.number(), z: z.number(), w: z.number() })
  .refine(
    (q) => q.x !== 0 || q.y !== 0 || q.z !== 0 || q.w !== 0,
    'expected a quaternion of a length other than 0',
  );

/** Euler angles in degrees, in every shape of a Vector3, or a quaternion, which doesn't need to be normalized. */
export const rotation = withPortType(
  'Vector3',
  z.union([vector3, quaternion], {
    error: `expected ${portTypes.Vector3.accepts}; or a quaternion with x, y, z and w`,
  }),
);

/** Requires that a call names exactly one of the given parameters. The JSON schema lists them as `x-exactly-one-of`. */
export const requireExactlyOne = <const Shape extends z.ZodRawShape>(
  parameters: z.ZodObject<Shape>,
  [first, ...others]: readonly [keyof Shape & string, ...(keyof Shape & string)[]],
): z.ZodObject<Shape> => {
  const names = [first, ...others];
  const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  return parameters
    .refine((given) => names.filter((name) => given[name as keyof typeof given] !== undefined).length === 1, {
      error: `expected exactly one of ${listed}`,
      path: [first],
    })
    .meta({ 'x-exactly-one-of': names });
};

export const objectTag = withPortType('ObjectSelector', z.string().min(1).describe('Tag of a scene object'));

export const assetName = withPortType(
  'AssetSelector',
  z.string().min(1).describe('Exact name of a project asset, with its extension'),
);

/** Maximum number of names in a list that selects from a fixed set. A name may occur several times. */
export const maxSelectedNames = 100;

export const newName = z.string().trim().min(1).max(256);

/**
 * A new tag. `.` and `..` are excluded: because paths resolve them, no path could address an object with such a tag.
 */
export const newTag = newName.refine(
  (tag) => tag !== '.' && tag !== '..',
  'expected another tag: a path cannot contain . or .. as a name',
);

export const seconds = z.number().min(0).max(86_400).meta({ 'x-unit': 'seconds' });

export const easing = z.enum(easingNames);

export const space = z.enum(['world', 'local']);
export type Space = z.output<typeof space>;

/** A substring of names or, if it contains a `*`, a pattern for whole names; see {@link filterDescription}. */
export const nameFilter = z.string().min(1).max(256);

/** Describes how a filter matches a name. */
export const filterDescription =
  'contains this text or, if it contains a * for any text, matches it as a whole; not case-sensitive';

/** One of 32 layer indexes, of which 6, 7 and 8 are reserved (description: 'Limits'). */
export const layerIndex = z
  .int()
  .min(0)
  .max(31)
  .refine((index) => index < 6 || index > 8, 'expected 0 to 5 or 9 to 31: 6, 7 and 8 are reserved');

/** A configured layer, given by its name or index. */
export const layer = z.union([z.string().min(1), z.int()], {
  error: 'expected the name (string) or the index (integer) of a configured layer',
});

/** Plain coordinates, as used in responses. */
export const PositionRecord = z.object({ x: z.number(), y: z.number(), z: z.number() });
export const ColorRecord = z.object({ r: z.number(), g: z.number(), b: z.number(), a: z.number() });
