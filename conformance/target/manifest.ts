import * as z from 'zod';
import { profiles } from '../requirements/requirement.ts';
import { actionRoutePattern } from './action-paths.ts';
import { fieldCatalog, fieldNames } from './field-readers/field-catalog.ts';
import { compileExpression } from './field-readers/expression.ts';
import type { FieldName } from './field-readers/field-catalog.ts';

const Fingerprint = z
  .string()
  .regex(
    /^([\da-f]{2}:?){31}[\da-f]{2}$/i,
    'a SHA-256 fingerprint: 64 hexadecimal digits, with colons or without',
  );

const Instance = z.strictObject({
  url: z.url(),
  eventsUrl: z.string().optional(),
  token: z.string().optional(),
  /** Name of the environment variable that holds the token. */
  tokenEnv: z.string().optional(),
  /** SHA-256 of the certificate that it has to show over HTTPS; any will do when absent. */
  fingerprint: Fingerprint.optional(),
  /** Where the machine of the kit is not listed: a copy that lists others, or another address of this one. */
  unlistedUrl: z.url().optional(),
});

/** Conditions of a target that cannot be reached through the interface itself. */
export const conditionNames = [
  'noRuntime',
  'slowRuntime',
  'failingRuntime',
  'apiOff',
  'noProject',
  'debug',
  'blockedNodes',
  'secretsExposed',
  'lan',
] as const;

export type ConditionName = (typeof conditionNames)[number];

const instanceShape = Object.fromEntries(conditionNames.map((name) => [name, Instance.optional()])) as Record<
  ConditionName,
  z.ZodOptional<typeof Instance>
>;

/** What can be done to a target from outside, to bring it into a condition and back. */
export const verbs = [
  'reset',
  'runtime.connect',
  'runtime.disconnect',
  'runtime.delay',
  'runtime.failNext',
  'api.enable',
  'api.disable',
  'project.open',
  'project.close',
  'nodes.block',
  'secrets.expose',
] as const;

export type Verb = (typeof verbs)[number];

const Control = z.union([
  /** A program and its arguments, started without a shell. */
  z.strictObject({ exec: z.tuple([z.string()], z.string()) }),
  z.strictObject({
    http: z.strictObject({
      method: z.string(),
      url: z.url(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
  }),
  /** A module whose default export is called with the verb and the address of the target. */
  z.strictObject({ module: z.string() }),
]);

export type Control = z.output<typeof Control>;

const routeSchema = z
  .string()
  .regex(/^(GET|POST|PUT|DELETE) \/\S*$/, 'a method and a path, such as "GET /api/graphs"');

const bodySchema = z.record(z.string(), z.unknown());

/** Why an expression cannot be read; undefined when it can. */
const findExpressionError = (text: string): string | undefined => {
  try {
    compileExpression(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Finds fault with each text that is no expression. */
const checkExpressions = ({
  value,
  issues,
}: z.core.ParsePayload<Readonly<Record<string, string | undefined>>>): void => {
  for (const [key, text = ''] of Object.entries(value)) {
    const message = findExpressionError(text);
    if (message === undefined) continue;
    issues.push({ code: 'custom', message: `is no expression: ${message}`, path: [key], input: text });
  }
};

const pathShape = Object.fromEntries(
  fieldNames.map((key) => [key, z.string().meta({ description: fieldCatalog[key].about }).optional()]),
) as Record<FieldName, z.ZodOptional<z.ZodString>>;

const Paths = z
  .strictObject(pathShape, {
    error: ({ code, keys = [] }) =>
      code === 'unrecognized_keys'
        ? `no such key: ${(keys as string[]).join(', ')}; known are ${fieldNames.join(', ')}`
        : undefined,
  })
  .check(checkExpressions);

/** What the author of an implementation tells the kit about it; every part may be left out. */
export const Manifest = z.strictObject({
  $schema: z.string().optional(),
  identity: z.strictObject({ name: z.string(), version: z.string().optional() }).optional(),
  /** The profiles to be judged by. */
  profiles: z.array(z.enum(profiles)).min(1).optional(),
  choices: z
    .strictObject({
      /** Routes that the description does not show. */
      routes: z
        .strictObject({
          listGraphs: routeSchema,
          getGraph: routeSchema,
          deleteGraph: routeSchema,
          listVariables: routeSchema,
          createVariable: routeSchema,
          readVariable: routeSchema,
          deleteVariable: routeSchema,
          reference: routeSchema,
        })
        .partial()
        .default({}),
      /**
       * Where that lies which the description does not show: a dotted path or a JSONata expression by key, such as
       * `{"port.name": "label", "port.direction": "id in node.inputs ? 'input' : 'output'"}`.
       */
      paths: Paths.default({}),
      /** A module of functions by key, for what no expression tells; found from the folder of the manifest. */
      readers: z.string().optional(),
      /** A call of each of these actions that succeeds, such as `{"log.console": {"text": "hello"}}`. */
      actions: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      /** Tags of assets that list properties, where neither assets.list nor discovery tells of any. */
      assets: z.array(z.string().min(1)).default([]),
      /**
       * Calls to be made before one of these actions succeeds, each with the tag of an object of the kit's own as `object`
       * unless the action schema shows that it takes none, such as `{"physics.addForce": [{"action": "physics.setBody"}]}`.
       * What their answers tell for parameters of the action is in `gives`, as in `paths`: `{"soundId": "result.soundId"}`.
       */
      preparations: z
        .record(
          z.string(),
          z
            .array(
              z.strictObject({
                action: z.string(),
                parameters: bodySchema.default({}),
                gives: z.record(z.string(), z.string()).check(checkExpressions).default({}),
              }),
            )
            .min(1),
        )
        .default({}),
      /** An object with clips to play, where what the target tells of its assets leads to none. */
      animated: z
        .strictObject({
          /** Calls that make it: the first answers its tag, which the others get as `object`. */
          calls: z.array(z.strictObject({ action: z.string(), parameters: bodySchema.default({}) })).min(1),
          /** What it can play, with the seconds of each. */
          clips: z
            .array(z.strictObject({ name: z.string(), duration: z.number().positive().optional() }))
            .min(1),
          /** Another clip of it, of which the target cannot read what it moves. */
          unreadable: z.string().optional(),
        })
        .optional(),
      /** A call that has MIDI input arrive, such as midi.send to a device that sends back what it gets. */
      midiInput: z.strictObject({ action: z.string(), parameters: bodySchema.default({}) }).optional(),
      /** The path of scene.objects.destroy, by which those of all actions with several name parts are made. */
      actionRoute: z
        .string()
        .regex(/^\/api\/actions\//, 'a path under /api/actions')
        .regex(actionRoutePattern, 'the path of scene.objects.destroy')
        .optional(),
      /** Variables that are there, for a target where the kit cannot make any; their values are put back. */
      variables: z
        .array(z.strictObject({ id: z.union([z.string(), z.number()]), name: z.string(), type: z.string() }))
        .default([]),
      /** Bodies that the description does not show; NAME, TYPE, VALUE and PATH stand for what the kit puts in. */
      bodies: z.strictObject({ createVariable: bodySchema, openProject: bodySchema }).partial().default({}),
    })
    .prefault({}),
  /** Every name that the kit gives to something it creates starts with this. */
  namespace: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .default('conformance'),
  /** Allows checks that may disturb what others keep on the target. */
  consent: z.strictObject({ destructive: z.boolean().default(false) }).prefault({}),
  /** How many wrong tokens in a row leave their sender served; the kit tries no more operations with one. */
  wrongTokens: z.number().int().nonnegative().default(4),
  /** The target runs with the settings that it is born with. */
  defaultSettings: z.boolean().default(false),
  /** Milliseconds. */
  timeouts: z
    .strictObject({
      request: z.number().int().positive().default(15_000),
      audit: z.number().int().positive().default(60_000),
      event: z.number().int().positive().default(5_000),
      /** For a control verb to end, and again for what it does to show. */
      control: z.number().int().positive().default(10_000),
    })
    .prefault({}),
  /** Extra copies of the target, each in a condition. */
  instances: z.strictObject(instanceShape).prefault({}),
  /** How to bring the target itself into a condition and back. */
  control: z.partialRecord(z.enum(verbs), Control).default({}),
});

export type Manifest = z.output<typeof Manifest>;
/** A manifest as its author writes it. */
export type ManifestInput = z.input<typeof Manifest>;

/** The manifest, or the command line, cannot be understood; the message names the field. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads a manifest from its text. Throws {@link UsageError}. */
export const parseManifest = (text: string): Manifest => {
  const json = parseManifestJson(text);
  const parsed = Manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'manifest'}: ${issue.message}`,
  );
  throw new UsageError(`The target manifest is not valid: ${issues.join('; ')}`);
};

const parseManifestJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The target manifest is not JSON: ${(error as Error).message}`);
  }
};
