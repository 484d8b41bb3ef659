/** Assets whose files are ours: materials, bundled objects, animations, and the import settings beside the files of others (register: C-122). */
import * as z from 'zod';
import { layerIndex } from '#spec/actions/parameters.ts';
import { JsonValue } from '#spec/values.ts';
import { firstProblem, worded } from '#spec/wording.ts';
import { parseJson } from '../../disk/text.ts';
import { ClipList } from '../animation/clips/clip-document.ts';
import { printObject, printObjects } from './print-objects.ts';
import { Refusal } from './refusal.ts';
import type { Json } from '#spec/values.ts';
import type { Clip } from '../animation/clips/clip.ts';

const format = 1;
const version = z.literal(format).default(format);
const values = z.record(z.string(), JsonValue).default({});

const MaterialFile = z.object({ format: version, shader: z.string(), properties: values });
export type MaterialDocument = Readonly<Omit<z.output<typeof MaterialFile>, 'format'>>;

const coordinates = z.tuple([z.number(), z.number(), z.number()]);

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
  position: coordinates.default([0, 0, 0]),
  quaternion: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .refine((turn) => Math.hypot(...turn) > 0, 'expected a quaternion that is not of length 0')
    .default([0, 0, 0, 1]),
  scale: coordinates.default([1, 1, 1]),
  components: z
    .array(z.object({ kind: z.string(), enabled: z.boolean().default(true), properties: values }))
    .default([]),
  materials: z.array(MaterialFile.omit({ format: true })).default([]),
  get children() {
    return z.array(SavedObject).default([]);
  },
});

const BundleFile = z.object({ format: version, object: SavedObject });
const unit = z.number().min(0).max(1);
const Tint = z.object({ r: unit, g: unit, b: unit, a: unit });

/** What is around the objects of a scene. */
const Environment = z.object({
  skybox: Tint.default({ r: 0, g: 0, b: 0, a: 0 }),
  fogColor: Tint.default({ r: 0.5, g: 0.5, b: 0.5, a: 1 }),
  fogDensity: z.number().min(0).max(1).default(0),
  ambientColor: Tint.default({ r: 0, g: 0, b: 0, a: 1 }),
});
export type Environment = z.output<typeof Environment>;
export const usualEnvironment: Environment = Environment.parse({});

const SceneFile = z.object({
  format: version,
  environment: Environment.default(usualEnvironment),
  camera: z.string().nullable().default(null),
  layers: z.array(z.object({ index: layerIndex, name: z.string().min(1).max(256) })).default([]),
  objects: z.array(SavedObject).default([]),
});

/** A scene: its objects by family, its main camera by tag, and the names of the layers that they are on. */
export type SceneDocument = Readonly<Omit<z.output<typeof SceneFile>, 'format'>>;

const AnimationFile = z.strictObject({ format: version, clips: ClipList });

const SettingsFile = z.object({ format: version, properties: values });

/** Objects of one file: as many as a scene may hold (register: C-302). */
const mostObjects = 10_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The list under a key of anything; an empty one where there is none. */
const listIn = (value: unknown, key: string): readonly unknown[] => {
  const list = isRecord(value) ? value[key] : undefined;
  return Array.isArray(list) ? list : [];
};

/** Counts objects before any of them is validated. @throws Refusal when they are more than a scene may hold */
const refuseTooMany = (what: string, content: unknown): void => {
  const objects = listIn(content, 'objects');
  const waiting = [isRecord(content) ? content.object : undefined, ...objects.slice(0, mostObjects)];
  let count = objects.length;
  while (waiting.length > 0 && count <= mostObjects) {
    const children = listIn(waiting.pop(), 'children');
    count += children.length;
    if (count <= mostObjects) waiting.push(...children);
  }
  if (count <= mostObjects) return;
  throw new Refusal('TOO_LARGE', `${what} has more than the ${mostObjects} objects that a scene may hold`, {
    limit: mostObjects,
  });
};

const read = <T>(what: string, schema: z.ZodType<T>, text: string): T => {
  let content: unknown;
  try {
    content = parseJson(text);
  } catch (failure) {
    throw new Refusal('DAMAGED', `${what} is no JSON that can be read (${(failure as Error).message})`);
  }
  refuseTooMany(what, content);
  const parsed = schema.safeParse(content, worded);
  if (parsed.success) return parsed.data;
  throw new Refusal('DAMAGED', `${what} is not as it should be: ${firstProblem(parsed.error)}`);
};

const print = (content: object): string => `${JSON.stringify({ format, ...content }, null, 2)}\n`;

/** @throws Refusal, as do those below */
export const readMaterial = (text: string): MaterialDocument => {
  const { shader, properties } = read('the material', MaterialFile, text);
  return { shader, properties };
};
export const readBundle = (text: string): SavedObject => read('the bundled object', BundleFile, text).object;
export const readScene = (text: string): SceneDocument => {
  const { format: _, ...document } = read('the scene', SceneFile, text);
  return document;
};
export const readAnimation = (text: string): readonly Clip[] =>
  read('the animation', AnimationFile, text).clips;
export const readSettings = (text: string): Readonly<Record<string, Json>> =>
  read('what is beside it', SettingsFile, text).properties;

export const printMaterial = (material: MaterialDocument): string => print(material);
export const printBundle = (object: SavedObject): string =>
  `{\n  "format": ${format},\n  "object": ${printObject(object, '  ')}\n}\n`;
export const printScene = ({ objects, ...around }: SceneDocument): string =>
  `${print(around).replace(/\n}\n$/, '')},\n  "objects": ${printObjects(objects, '  ')}\n}\n`;
export const printSettings = (properties: Readonly<Record<string, Json>>): string => print({ properties });
