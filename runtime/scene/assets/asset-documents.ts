/** Assets whose files are ours: materials, bundled objects, animations, and the import settings beside the files of others (register: C-122). */
import * as z from 'zod';
import { layerIndex } from '#spec/actions/parameter-schemas.ts';
import { JsonValue } from '#spec/values.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { parseJson } from '../../storage/text-encoding.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { serializeObject, serializeObjects } from './serialize-objects.ts';
import { AssetFileError } from './asset-file-error.ts';
import type { Json } from '#spec/values.ts';
import type { Clip } from '../animation/clips/clip.ts';

const format = 1;
const version = z.literal(format).default(format);
const SavedValues = z.record(z.string(), JsonValue).default({});

const MaterialFile = z.object({ format: version, shader: z.string(), properties: SavedValues });
export type MaterialDocument = Readonly<Omit<z.output<typeof MaterialFile>, 'format'>>;

const Coordinates = z.tuple([z.number(), z.number(), z.number()]);

/** An object with all that hangs under it. Where it is, is relative to its parent. */
export interface SavedObject {
  /** In a scene. */
  readonly tag?: string | undefined;
  readonly name: string;
  readonly type: string;
  readonly active: boolean;
  readonly layer: number;
  readonly position: readonly [number, number, number];
  readonly quaternion: readonly [number, number, number, number];
  readonly scale: readonly [number, number, number];
  readonly components: readonly {
    readonly kind: string;
    readonly enabled: boolean;
    readonly properties: Readonly<Record<string, Json>>;
  }[];
  readonly materials: readonly MaterialDocument[];
  readonly children: readonly SavedObject[];
}

const SavedObject: z.ZodType<SavedObject> = z.object({
  tag: z.string().min(1).max(256).optional(),
  name: z.string().max(256),
  type: z.string().max(256),
  active: z.boolean().default(true),
  layer: z.int().min(0).max(31).default(0),
  position: Coordinates.default([0, 0, 0]),
  quaternion: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .refine((turn) => Math.hypot(...turn) > 0, 'expected a quaternion that is not of length 0')
    .default([0, 0, 0, 1]),
  scale: Coordinates.default([1, 1, 1]),
  components: z
    .array(z.object({ kind: z.string(), enabled: z.boolean().default(true), properties: SavedValues }))
    .default([]),
  materials: z.array(MaterialFile.omit({ format: true })).default([]),
  get children() {
    return z.array(SavedObject).default([]);
  },
});

const BundleFile = z.object({ format: version, object: SavedObject });
const UnitNumber = z.number().min(0).max(1);
const Tint = z.object({ r: UnitNumber, g: UnitNumber, b: UnitNumber, a: UnitNumber });

/** What is around the objects of a scene. */
const Environment = z.object({
  skybox: Tint.default({ r: 0, g: 0, b: 0, a: 0 }),
  fogColor: Tint.default({ r: 0.5, g: 0.5, b: 0.5, a: 1 }),
  fogDensity: z.number().min(0).max(1).default(0),
  ambientColor: Tint.default({ r: 0, g: 0, b: 0, a: 1 }),
});
export type Environment = z.output<typeof Environment>;
export const defaultEnvironment: Environment = Environment.parse({});

const SceneFile = z.object({
  format: version,
  environment: Environment.default(defaultEnvironment),
  camera: z.string().nullable().default(null),
  layers: z.array(z.object({ index: layerIndex, name: z.string().min(1).max(256) })).default([]),
  objects: z.array(SavedObject).default([]),
});

/** A scene: its objects by family, its main camera by tag, and the names of the layers that they are on. */
export type SceneDocument = Readonly<Omit<z.output<typeof SceneFile>, 'format'>>;

const AnimationFile = z.strictObject({ format: version, clips: ClipList });

const SettingsFile = z.object({ format: version, properties: SavedValues });

/** Objects of one file: as many as a scene may hold (register: C-302). */
const maxFileObjects = 10_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The list under a key of anything; an empty one where there is none. */
const getList = (value: unknown, key: string): readonly unknown[] => {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Counts objects before any of them is validated. @throws Refusal when they are more than a scene may hold */
const assertObjectCount = (what: string, content: unknown): void => {
  const objects = getList(content, 'objects');
  const waiting = [isRecord(content) ? content.object : undefined, ...objects.slice(0, maxFileObjects)];
  let count = objects.length;
  while (waiting.length > 0 && count <= maxFileObjects) {
    const children = getList(waiting.pop(), 'children');
    count += children.length;
    if (count <= maxFileObjects) waiting.push(...children);
  }
  if (count <= maxFileObjects) return;
  throw new AssetFileError(
    'TOO_LARGE',
    `${what} has more than the ${maxFileObjects} objects that a scene may hold`,
    {
      limit: maxFileObjects,
    },
  );
};

const parseDocument = <T>(what: string, schema: z.ZodType<T>, text: string): T => {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (failure) {
    throw new AssetFileError(
      'DAMAGED',
      `${what} is no JSON that can be read (${(failure as Error).message})`,
    );
  }
  assertObjectCount(what, content);
  const parsed = schema.safeParse(content, validationMessages);
  if (parsed.success) return parsed.data;
  throw new AssetFileError(
    'DAMAGED',
    `${what} is not as it should be: ${describeFirstProblem(parsed.error)}`,
  );
};

const serializeDocument = (content: object): string => `${JSON.stringify({ format, ...content }, null, 2)}\n`;

/** @throws Refusal, as do those below */
export const parseMaterial = (text: string): MaterialDocument => {
  const { shader, properties } = parseDocument('the material', MaterialFile, text);
  return { shader, properties };
};
export const parseBundle = (text: string): SavedObject =>
  parseDocument('the bundled object', BundleFile, text).object;
export const parseScene = (text: string): SceneDocument => {
  const { format: _, ...document } = parseDocument('the scene', SceneFile, text);
  return document;
};
export const parseAnimation = (text: string): readonly Clip[] =>
  parseDocument('the animation', AnimationFile, text).clips;
export const parseSettings = (text: string): Readonly<Record<string, Json>> =>
  parseDocument('what is beside it', SettingsFile, text).properties;

export const serializeMaterial = (material: MaterialDocument): string => serializeDocument(material);
export const serializeBundle = (object: SavedObject): string =>
  `{\n  "format": ${format},\n  "object": ${serializeObject(object, '  ')}\n}\n`;
export const serializeScene = ({ objects, ...around }: SceneDocument): string =>
  `${serializeDocument(around).replace(/\n}\n$/, '')},\n  "objects": ${serializeObjects(objects, '  ')}\n}\n`;
export const serializeSettings = (properties: Readonly<Record<string, Json>>): string =>
  serializeDocument({ properties });
