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
  /** SHA-256 fingerprint of the target's HTTPS certificate. If absent, any certificate is accepted. */
  fingerprint: Fingerprint.optional(),
  /**
   * Address of a target that does not list the kit's machine: either a copy that lists other machines, or another
   * address of this target.
   */
  unlistedUrl: z.url().optional(),
});

/** Conditions of a target that requests alone can't cause. */
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

/** External actions that put a target into a condition or restore it. */
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
  /** A program and its arguments. The program is started without a shell. */
  z.strictObject({ exec: z.tuple([z.string()], z.string()) }),
  z.strictObject({
    http: z.strictObject({
      method: z.string(),
      url: z.url(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
  }),
  /** A module whose default export is called with the verb and the target's address. */
  z.strictObject({ module: z.string() }),
]);

export type Control = z.output<typeof Control>;

const routeSchema = z
  .string()
  .regex(/^(GET|POST|PUT|DELETE) \/\S*$/, 'a method and a path, such as "GET /api/graphs"');

const bodySchema = z.record(z.string(), z.unknown());

/** Returns the reason why an expression can't be parsed. Returns `undefined` if the expression can be parsed. */
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

/** What the author of an implementation declares about the implementation. All parts are optional. */
export const Manifest = z.strictObject({
  $schema: z.string().optional(),
  identity: z.strictObject({ name: z.string(), version: z.string().optional() }).optional(),
  /** The profiles that the kit checks. */
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
       * Locations of undocumented fields. Each location is a dotted path or a JSONata expression, keyed by field, such
       * as `{"port.name": "label", "port.direction": "id in node.inputs ? 'input' : 'output'"}`.
       */
      paths: Paths.default({}),
      /**
       * A module that exports functions, keyed by field, for fields that no expression can read. The path is relative
       * to the manifest's folder.
       */
      readers: z.string().optional(),
      /** The parameters of a successful call, keyed by action, such as `{"log.console": {"text": "hello"}}`. */
      actions: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      /** Tags of assets that have properties. Needed if neither assets.list nor discovery shows any such asset. */
      assets: z.array(z.string().min(1)).default([]),
      /**
       * Calls without which an action can't succeed, keyed by action, such as `{"physics.addForce": [{"action":
       * "physics.setBody"}]}`. Each call receives the tag of one of the kit's objects as `object`, unless the action
       * schema shows that the call accepts no object. Like `paths`, `gives` reads parameters of the action from the
       * responses of these calls: `{"soundId": "result.soundId"}`.
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
      /** An object with clips that can be played. Needed if the target's asset records lead to no such object. */
      animated: z
        .strictObject({
          /**
           * Calls that create the object. The first call returns the object's tag, which all later calls receive as
           * `object`.
           */
          calls: z.array(z.strictObject({ action: z.string(), parameters: bodySchema.default({}) })).min(1),
          /** The clips that the object can play, with their durations in seconds. */
          clips: z
            .array(z.strictObject({ name: z.string(), duration: z.number().positive().optional() }))
            .min(1),
          /** Another clip of the object, which animates something that the target can't read. */
          unreadable: z.string().optional(),
        })
        .optional(),
      /** A call that triggers MIDI input, such as midi.send to a loopback device. */
      midiInput: z.strictObject({ action: z.string(), parameters: bodySchema.default({}) }).optional(),
      /**
       * The path of scene.objects.destroy, from which the kit derives the paths of all actions whose names have several
       * parts.
       */
      actionRoute: z
        .string()
        .regex(/^\/api\/actions\//, 'a path under /api/actions')
        .regex(actionRoutePattern, 'the path of scene.objects.destroy')
        .optional(),
      /** Existing variables. Needed if the kit can't create variables on the target. The kit restores their values. */
      variables: z
        .array(z.strictObject({ id: z.union([z.string(), z.number()]), name: z.string(), type: z.string() }))
        .default([]),
      /** Request bodies that the description does not show. The kit replaces NAME, TYPE, VALUE and PATH. */
      bodies: z.strictObject({ createVariable: bodySchema, openProject: bodySchema }).partial().default({}),
    })
    .prefault({}),
  /** The prefix of the names of everything that the kit creates. */
  namespace: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/)
    .default('conformance'),
  /** Allows checks that may affect other users' content on the target. */
  consent: z.strictObject({ destructive: z.boolean().default(false) }).prefault({}),
  /**
   * The number of wrong tokens in a row that the target accepts before it blocks the sender. The kit sends at most this
   * number of wrong tokens.
   */
  wrongTokens: z.number().int().nonnegative().default(4),
  /** Whether the target runs with its default settings. */
  defaultSettings: z.boolean().default(false),
  /** How long the kit waits, in milliseconds. */
  timeouts: z
    .strictObject({
      request: z.number().int().positive().default(15_000),
      audit: z.number().int().positive().default(60_000),
      event: z.number().int().positive().default(5_000),
      /** Time limit for a control verb. The same limit applies again to the wait until the verb's effect shows. */
      control: z.number().int().positive().default(10_000),
    })
    .prefault({}),
  /** Additional copies of the target, each of which is in a condition. */
  instances: z.strictObject(instanceShape).prefault({}),
  /** How to put the target itself into each condition, and how to restore it. */
  control: z.partialRecord(z.enum(verbs), Control).default({}),
});

export type Manifest = z.output<typeof Manifest>;
/** A manifest as its author writes it. */
export type ManifestInput = z.input<typeof Manifest>;

/** Thrown for an invalid manifest or command line. The message names the invalid field. */
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
