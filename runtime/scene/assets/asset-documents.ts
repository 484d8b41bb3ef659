/**
 * The JSON formats that this project defines for materials, bundled objects, scenes, animations and import settings
 * (C-122).
 */
import * as z from 'zod';
import { layerIndex } from '#spec/actions/parameter-schemas.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { type Json, JsonValue } from '#spec/values.ts';
import { parseJson } from '../../shared/text-encoding.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { AssetFileError } from './asset-file-error.ts';
import type { Clip } from '../animation/clips/clip.ts';

const format = 1;
const version = z.literal(format).default(format);
const SavedValues = z.record(z.string(), JsonValue).default({});

const MaterialFile = z.object({ format: version, shader: z.string(), properties: SavedValues });
export type MaterialDocument = Readonly<Omit<z.output<typeof MaterialFile>, 'format'>>;

const Coordinates = z.tuple([z.number(), z.number(), z.number()]);

/** An object with all its descendants. The transform of each is relative to its parent. */
export interface SavedObject {
  /** The object's tag, which is set only in scene files. */
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
    .refine(
      (quaternion) => Math.hypot(...quaternion) > 0,
      'expected a quaternion with a length greater than 0',
    )
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

/** The sky, fog and ambient light of a scene. */
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

/**
 * A scene, which consists of its root objects with their descendants, the tag of its main camera, and the names of its
 * layers.
 */
export type SceneDocument = Readonly<Omit<z.output<typeof SceneFile>, 'format'>>;

const AnimationFile = z.strictObject({ format: version, clips: ClipList });

const SettingsFile = z.object({ format: version, properties: SavedValues });

/** Maximum number of objects in a file, which equals the maximum in a scene (C-302). */
const maxFileObjects = 10_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the array stored under a key; an empty array when there is none. */
const getList = (value: unknown, key: string): readonly unknown[] => {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/**
 * Counts the objects before any of them is validated, because validation is slow.
 * @throws AssetFileError when there are more objects than a scene may contain
 */
const assertObjectCount = (label: string, content: unknown): void => {
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
    `${label} has more than ${maxFileObjects} objects, the limit of a scene`,
    { limit: maxFileObjects },
  );
};

const parseDocument = <T>(label: string, schema: z.ZodType<T>, text: string): T => {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (failure) {
    throw new AssetFileError('DAMAGED', `${label} is not valid JSON (${(failure as Error).message})`);
  }
  assertObjectCount(label, content);
  const parsed = schema.safeParse(content, validationMessages);
  if (parsed.success) return parsed.data;
  throw new AssetFileError(
    'DAMAGED',
    `${label} does not match its format: ${describeFirstProblem(parsed.error)}`,
  );
};

const serializeDocument = (content: object): string => `${JSON.stringify({ format, ...content }, null, 2)}\n`;

/** @throws AssetFileError when the file is invalid; the parsers below throw the same error */
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
  parseDocument('its import settings file', SettingsFile, text).properties;

export const serializeMaterial = (material: MaterialDocument): string => serializeDocument(material);
export const serializeBundle = (object: SavedObject): string =>
  `{\n  "format": ${format},\n  "object": ${serializeObject(object, '  ')}\n}\n`;
export const serializeScene = ({ objects, ...around }: SceneDocument): string =>
  `${serializeDocument(around).replace(/\n}\n$/, '')},\n  "objects": ${serializeObjects(objects, '  ')}\n}\n`;
export const serializeSettings = (properties: Readonly<Record<string, Json>>): string =>
  serializeDocument({ properties });

/** Any JSON-serializable object with children. */
interface SerializableObject {
  readonly children: readonly SerializableObject[];
}

/**
 * Serializes objects as a JSON array with one line per object, including each child. This keeps large scenes compact,
 * and changing one object changes one line of a diff.
 */
const serializeObjects = (objects: readonly SerializableObject[], indent = ''): string =>
  objects.length === 0
    ? '[]'
    : `[\n${objects.map((object) => serializeWithChildren(object, `${indent}  `)).join(',\n')}\n${indent}]`;

const serializeObject = (object: SerializableObject, indent = ''): string =>
  serializeWithChildren(object, indent).trimStart();

const serializeWithChildren = (object: SerializableObject, indent: string): string => {
  const head = JSON.stringify({ ...object, children: undefined });
  return `${indent}${head.slice(0, -1)},"children":${serializeObjects(object.children, indent)}}`;
};
