import * as z from 'zod';
import { profiles } from '../requirements/requirement.ts';
import { actionRoutePattern } from './action-paths.ts';
import { fieldCatalog, fieldNames } from './field-readers/field-catalog.ts';
import { compileExpression } from './field-readers/jsonata-expression.ts';
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
  /** The name of the environment variable that holds the token. */
  tokenEnv: z.string().optional(),
  /** SHA-256 of its HTTPS certificate; any certificate is accepted if absent. */
  fingerprint: Fingerprint.optional(),
  /**
   * For a target that does not list the machine of the kit: a copy that lists others, or another address of this one.
   */
  unlistedUrl: z.url().optional(),
});

/** Conditions of a target that the interface itself can't cause. */
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

/** External actions that put a target into a condition and restore it. */
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

/** Returns why an expression can't be parsed, or undefined. */
const findExpressionError = (text: string): string | undefined => {
  try {
    compileExpression(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Adds an issue for each invalid expression. */
const checkExpressions = ({
  value,
  issues,
}: z.core.ParsePayload<Readonly<Record<string, string | undefined>>>): void => {
  for (const [key, text = ''] of Object.entries(value)) {
    const message = findExpressionError(text);
    if (message === undefined) continue;
    issues.push({
      code: 'custom',
      message: `is not a valid expression: ${message}`,
      path: [key],
      input: text,
    });
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

/** What the author of an implementation declares about it. Every part is optional. */
export const Manifest = z.strictObject({
  $schema: z.string().optional(),
  identity: z.strictObject({ name: z.string(), version: z.string().optional() }).optional(),
  /** The profiles to be checked. */
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
       * Locations of undocumented fields: a dotted path or a JSONata expression by key, such as `{"port.name": "label",
       * "port.direction": "id in node.inputs ? 'input' : 'output'"}`.
       */
      paths: Paths.default({}),
      /** A module of functions by key, for what no expression can read; relative to the folder of the manifest. */
      readers: z.string().optional(),
      /** A successful call for each of these actions, such as `{"log.console": {"text": "hello"}}`. */
      actions: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      /** Tags of assets that list properties, if neither assets.list nor discovery shows any. */
      assets: z.array(z.string().min(1)).default([]),
      /**
       * Calls to be made before one of these actions succeeds. Each gets the tag of an object of the kit as `object`,
       * unless the action schema shows that it takes none, such as `{"physics.addForce": [{"action":
       * "physics.setBody"}]}`. `gives` reads parameters of the action from their responses, like `paths`: `{"soundId":
       * "result.soundId"}`.
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
      /** An object with clips to play, if the target's asset records lead to none. */
      animated: z
        .strictObject({
          /** Calls that create it: the first returns its tag, which the others get as `object`. */
          calls: z.array(z.strictObject({ action: z.string(), parameters: bodySchema.default({}) })).min(1),
          /** The clips that it can play, with their duration in seconds. */
          clips: z
            .array(z.strictObject({ name: z.string(), duration: z.number().positive().optional() }))
            .min(1),
          /** Another clip of it, for which the target can't read what it animates. */
          unreadable: z.string().optional(),
        })
        .optional(),
      /** A call that triggers MIDI input, such as midi.send to a loopback device. */
      midiInput: z.strictObject({ action: z.string(), parameters: bodySchema.default({}) }).optional(),
      /** The path of scene.objects.destroy, from which those of all actions with several name parts are derived. */
      actionRoute: z
        .string()
        .regex(/^\/api\/actions\//, 'a path under /api/actions')
        .regex(actionRoutePattern, 'the path of scene.objects.destroy')
        .optional(),
      /** Existing variables, for a target where the kit can't create any; their values are restored. */
      variables: z
        .array(z.strictObject({ id: z.union([z.string(), z.number()]), name: z.string(), type: z.string() }))
        .default([]),
      /** Bodies that the description does not show; NAME, TYPE, VALUE and PATH are replaced by the kit. */
      bodies: z.strictObject({ createVariable: bodySchema, openProject: bodySchema }).partial().default({}),
    })
    .prefault({}),
  /** The prefix of every name that the kit gives to something it creates. */
  namespace: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .default('conformance'),
  /** Allows checks that may affect what other users have on the target. */
  consent: z.strictObject({ destructive: z.boolean().default(false) }).prefault({}),
  /** How many wrong tokens in a row the target accepts before it blocks the sender. The kit stays within that number. */
  wrongTokens: z.number().int().nonnegative().default(4),
  /** The target runs with its default settings. */
  defaultSettings: z.boolean().default(false),
  /** Milliseconds. */
  timeouts: z
    .strictObject({
      request: z.number().int().positive().default(15_000),
      audit: z.number().int().positive().default(60_000),
      event: z.number().int().positive().default(5_000),
      /** The time for a control verb to end, and the same again for its effect to show. */
      control: z.number().int().positive().default(10_000),
    })
    .prefault({}),
  /** Additional copies of the target, each in a condition. */
  instances: z.strictObject(instanceShape).prefault({}),
  /** How to put the target itself into a condition and restore it. */
  control: z.partialRecord(z.enum(verbs), Control).default({}),
});

export type Manifest = z.output<typeof Manifest>;
/** A manifest as its author writes it. */
export type ManifestInput = z.input<typeof Manifest>;

/** An invalid manifest or command line; the message names the field. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Parses a manifest.
 * @throws UsageError
 */
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
