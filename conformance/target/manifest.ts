import * as z from 'zod';
import { listKeys, mapToRecord } from '../json.ts';
import { profiles } from '../requirements/requirement.ts';
import { fieldCatalog, fieldNames } from './field-readers/field-catalog.ts';
import { compileExpression } from './field-readers/jsonata-expression.ts';
import { describePlaceholders } from './placeholders.ts';

/**
 * The pattern of `choices.actionRoute`. This pattern contains the path of scene.objects.destroy, from which the paths
 * of other actions are derived.
 */
export const actionRoutePattern = /^(.*)scene(.+?)objects(.*?)destroy(.*)$/i;

const Fingerprint = z
  .string()
  .regex(
    /^([\da-f]{2}:?){31}[\da-f]{2}$/i,
    'a SHA-256 fingerprint: 64 hexadecimal digits, with colons or without',
  );

/** Adds the description and the example that the JSON schema of the manifest shows. */
const documented = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.input<Schema>,
): Schema => schema.meta({ description, examples: [example] }) as Schema;

const text = (description: string, example: string) => documented(z.string(), description, example);

const Instance = z.strictObject({
  url: documented(z.url(), 'The base address of the copy.', 'http://127.0.0.1:7181'),
  eventsUrl: text(
    "The hub's WebSocket address. The default is /api/events at the base address.",
    'ws://127.0.0.1:7181/api/events',
  ).optional(),
  token: text('The token of the copy.', 'some-token').optional(),
  tokenEnv: text('The name of the environment variable that holds the token.', 'OFF_TOKEN').optional(),
  fingerprint: documented(
    Fingerprint,
    "The SHA-256 fingerprint of the copy's HTTPS certificate. If absent, any certificate is accepted.",
    'ab'.repeat(32),
  ).optional(),
  unlistedUrl: documented(
    z.url(),
    "For `lan`: an address where the allow list does not contain the kit's machine. It may belong to a copy that lists other machines.",
    'https://192.168.1.20:7443',
  ).optional(),
});

/** Conditions of a target that requests alone can't cause, each with what the target is like in it. */
const conditionDescriptions = {
  noRuntime: 'without a connected runtime',
  slowRuntime: 'with a runtime that takes longer to respond than the target waits',
  failingRuntime: 'with a runtime that fails every call',
  apiOff: 'with the API switched off',
  noProject: 'without an open project',
  debug: 'with the routes of the debug mode',
  blockedNodes: 'with some node types or categories blocked',
  secretsExposed: 'with the setting that exposes the values of sensitive ports',
  lan: 'in LAN mode, at an address that is not a loopback address, with a fingerprint',
} as const;

export type ConditionName = keyof typeof conditionDescriptions;

export const conditionNames = listKeys(conditionDescriptions);

const instanceShape = mapToRecord(conditionNames, (name) =>
  documented(Instance, `A copy of the target ${conditionDescriptions[name]}.`, {
    url: 'http://127.0.0.1:7181',
    tokenEnv: 'COPY_TOKEN',
  }).optional(),
);

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
  z.strictObject({
    exec: documented(
      z.tuple([z.string()], z.string()),
      "A program and its arguments, started without a shell in the manifest's folder.",
      ['./control.sh', 'unplug'],
    ),
  }),
  z.strictObject({
    http: documented(
      z.strictObject({
        method: text('The method of the request.', 'POST'),
        url: documented(
          z.url(),
          'The address, which must not be under /api of the target.',
          'http://127.0.0.1:7190/unplug',
        ),
        headers: documented(z.record(z.string(), z.string()), 'Headers of the request.', {
          'x-key': 'some-key',
        }).optional(),
        body: documented(z.unknown(), 'The body, which is sent as JSON.', { on: true }).optional(),
      }),
      'A request, which succeeds with a 2xx status.',
      { method: 'POST', url: 'http://127.0.0.1:7190/unplug' },
    ),
  }),
  z.strictObject({
    module: text(
      "A module whose default export is called with the verb and the target's address. The path is relative to the manifest's folder.",
      './control.mjs',
    ),
  }),
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

const pathShape = mapToRecord(fieldNames, (key) => {
  const { about, root, example } = fieldCatalog[key];
  return text(`Reads ${about} from ${root}.`, example).optional();
});

const Paths = z
  .strictObject(pathShape, {
    error: ({ code, keys = [] }) =>
      code === 'unrecognized_keys'
        ? `no such key: ${(keys as string[]).join(', ')}; known are ${fieldNames.join(', ')}`
        : undefined,
  })
  .check(checkExpressions);

const route = (description: string, example: string) => documented(routeSchema, description, example);

const Routes = z.strictObject({
  listGraphs: route('Lists the graphs.', 'GET /api/nodegraphs'),
  getGraph: route('Reads one graph, with its state.', 'GET /api/nodegraphs/{id}'),
  deleteGraph: route('Deletes a graph.', 'POST /api/graphs/{id}/remove'),
  listVariables: route('Lists the variables.', 'GET /api/vars'),
  createVariable: route(
    'Creates a variable. `choices.bodies.createVariable` states the body.',
    'POST /api/vars',
  ),
  readVariable: route('Reads one variable.', 'GET /api/vars/{id}'),
  deleteVariable: route('Deletes a variable.', 'DELETE /api/vars/{id}'),
  reference: route('Shows the interactive reference of the API.', 'GET /explore'),
  openapi: route('Returns the OpenAPI document, in JSON or YAML.', 'GET /explore/description.json'),
});

const parametersSchema = documented(bodySchema.default({}), 'The parameters of the call.', {
  object: 'Hero',
});

const actionSchema = (example: string) => text('The name of the action.', example);

const Preparation = z.strictObject({
  action: actionSchema('audio.play'),
  parameters: parametersSchema,
  gives: documented(
    z.record(z.string(), z.string()).check(checkExpressions).default({}),
    'Parameters of the action, each with an expression that reads it from the whole response to this call.',
    { soundId: 'result.soundId' },
  ),
});

const Animated = z.strictObject({
  calls: documented(
    z.array(z.strictObject({ action: actionSchema('scene.spawn'), parameters: parametersSchema })).min(1),
    "Calls that create the object. The first call returns the object's tag, which all later calls receive as `object`.",
    [{ action: 'scene.spawn', parameters: { asset: 'robot.glb' } }],
  ),
  clips: documented(
    z
      .array(
        z.strictObject({
          name: text('The name of the clip.', 'Walk'),
          duration: documented(z.number().positive(), 'Its duration in seconds.', 0.8).optional(),
        }),
      )
      .min(1),
    'The clips that the object can play. Clips shorter than a second make the run faster.',
    [{ name: 'Walk', duration: 0.8 }],
  ),
  unreadable: text(
    "Another clip of the object, which animates something that the target can't determine.",
    'Sealed',
  ).optional(),
});

/** The kinds of events that a manifest can cause with a call of its own. */
const configurableEvents = ['midi.input', 'streaming.event', 'camera.changed'] as const;
export type ConfigurableEvent = (typeof configurableEvents)[number];

const Call = z.strictObject({ action: actionSchema('midi.send'), parameters: parametersSchema });

const effectValue = text(
  "The expression that reads the value from the whole response. OBJECT is replaced by the tag of the kit's object.",
  "items[tag = 'OBJECT'].active",
);

const Effect = z.union([
  z.strictObject({
    path: documented(
      z.string().startsWith('/'),
      "The path that is read with GET. OBJECT is replaced by the tag of the kit's object.",
      '/api/discovery/scene-objects',
    ),
    value: effectValue,
  }),
  z.strictObject({
    action: actionSchema('output.get'),
    parameters: documented(
      bodySchema.default({}),
      "The parameters of the call. OBJECT is replaced by the tag of the kit's object.",
      { object: 'OBJECT' },
    ),
    value: effectValue,
  }),
]);

const Variable = z.strictObject({
  id: documented(z.union([z.string(), z.number()]), 'The id.', 'v-1'),
  name: text('The name.', 'score'),
  type: text('The type, as VariableTypes in GET /api/types names it.', 'Integer'),
});

const Bodies = z.strictObject({
  createVariable: documented(
    bodySchema,
    `The body that creates a variable. ${describePlaceholders('choices.bodies.createVariable')}`,
    { label: 'NAME', holds: 'TYPE', initial: 'VALUE' },
  ),
  openProject: documented(
    bodySchema,
    `The body of POST /api/project/open. Without a placeholder, it opens another existing project. ${describePlaceholders('choices.bodies.openProject')}`,
    { file: '/projects/other.scene' },
  ),
  setAspectRatio: documented(
    bodySchema,
    `The body of PUT /api/graphs/{graphId}/layout/aspect-ratio. ${describePlaceholders('choices.bodies.setAspectRatio')}`,
    { ratio: 'VALUE' },
  ),
});

const PlaySet = z.strictObject({
  list: text('The name of the parameter that contains the items, each of which names a clip.', 'members'),
});

const NodeTypes = z
  .strictObject({
    log: text(
      'The enum value of a type that, when triggered, writes the text of an input to the console.',
      'LogLine',
    ),
    harmless: text(
      'The enum value of a type that, when triggered, passes the trigger on and has no side effect.',
      'Sequence',
    ),
  })
  .partial();

const Choices = z.strictObject({
  routes: documented(
    Routes.partial().default({}),
    'Routes that the description does not show. A parameter is in braces, and its name does not matter.',
    { deleteGraph: 'POST /api/graphs/{id}/remove' },
  ),
  paths: documented(
    Paths.default({}),
    'Locations of fields that the description does not show: a dotted path or a JSONata expression, keyed by field. Each expression is applied to the record that its description names, and an empty one means this whole record.',
    { 'port.name': 'label', 'port.direction': "id in node.inputs ? 'input' : 'output'" },
  ),
  readers: text(
    "A module that exports functions, keyed by field, for fields that no expression can read. Each receives the record and its context. The path is relative to the manifest's folder.",
    './readers.mjs',
  ).optional(),
  actions: documented(
    z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    `The parameters of a call that succeeds, keyed by action. If the action schema requires an object, the kit adds one of its own. ${describePlaceholders('choices.actions')}`,
    {
      'log.console': { text: 'TEXT', severity: 'log' },
      'scene.createLayer': { index: 'INDEX', name: 'TEXT' },
    },
  ),
  parameters: documented(
    z.record(z.string(), z.record(z.string(), z.string())).default({}),
    'The names of parameters that the description does not name, by action and meaning: clip, object, playback, speed, duration, camera, or the items of playSet. The parameters of an item of playSet have keys such as "items.clip". Needed if the action schema does not declare them under a name that the kit recognizes.',
    {
      'animation.play': { clip: 'clipName' },
      'animation.playSet': { items: 'members', 'items.clip': 'clipName' },
    },
  ),
  nodeTypes: documented(
    NodeTypes.default({}),
    'Node types that the kit uses. Needed if it does not recognize them by their names and ports.',
    { log: 'LogLine', harmless: 'Sequence' },
  ),
  playSet: documented(PlaySet, 'The parameters of animation.playSet, if its schema does not show them.', {
    list: 'members',
  }).optional(),
  assets: documented(
    z.array(z.string().min(1)).default([]),
    'Tags of assets that have properties. Needed if neither assets.list nor discovery shows any such asset.',
    ['stone.material'],
  ),
  preparations: documented(
    z.record(z.string(), z.array(Preparation).min(1)).default({}),
    "Calls without which an action can't succeed, keyed by action. Each call receives the tag of one of the kit's objects as `object`, unless the action schema shows that it accepts no object.",
    { 'audio.seek': [{ action: 'audio.play', gives: { soundId: 'result.soundId' } }] },
  ),
  animated: documented(
    Animated,
    "An object with clips that can be played. Needed if the target's asset records lead to no such object.",
    {
      calls: [{ action: 'scene.spawn', parameters: { asset: 'robot.glb' } }],
      clips: [{ name: 'Walk', duration: 0.8 }],
    },
  ).optional(),
  effects: documented(
    z.record(z.string(), Effect).default({}),
    'How to read what an action changes, keyed by action. Needed if neither discovery nor the properties of components show it.',
    {
      'scene.objects.setActive': {
        path: '/api/discovery/scene-objects',
        value: "items[tag = 'OBJECT'].active",
      },
    },
  ),
  events: documented(
    z.partialRecord(z.enum(configurableEvents), Call).default({}),
    `A call that causes an event, keyed by the kind of the event: ${configurableEvents.join(', ')}. Needed for MIDI input, and for the others if the action schema does not show such a call. ${describePlaceholders('choices.events')} The event must contain the text.`,
    {
      'midi.input': { action: 'midi.send', parameters: { device: 'Loop A', bytes: [144, 60, 100] } },
      'camera.changed': { action: 'camera.choose', parameters: { camera: 'TEXT' } },
    },
  ),
  midiInput: documented(Call, 'Another spelling of choices.events "midi.input".', {
    action: 'midi.send',
    parameters: { device: 'Loop A', bytes: [144, 60, 100] },
  }).optional(),
  actionRoute: documented(
    z
      .string()
      .regex(/^\/api\/actions\//, 'a path under /api/actions')
      .regex(actionRoutePattern, 'the path of scene.objects.destroy'),
    'The path of scene.objects.destroy, from which the kit derives the paths of all actions whose names have several parts.',
    '/api/actions/scene/objects-destroy',
  ).optional(),
  variables: documented(
    z.array(Variable).default([]),
    "Existing variables. Needed if the kit can't create variables on the target. The kit restores their values.",
    [{ id: 'v-1', name: 'score', type: 'Integer' }],
  ),
  bodies: documented(Bodies.partial().default({}), 'Request bodies that the description does not show.', {
    createVariable: { label: 'NAME', holds: 'TYPE', initial: 'VALUE' },
  }),
});

/** Moves `midiInput` to `events`. */
const moveMidiInput = ({ midiInput, events, ...choices }: z.output<typeof Choices>) => ({
  ...choices,
  events: { ...(midiInput && { 'midi.input': midiInput }), ...events } as typeof events,
});

const milliseconds = (description: string, preset: number) =>
  documented(z.number().int().positive().default(preset), description, 2 * preset);

const Timeouts = z.strictObject({
  request: milliseconds('Time limit for one request.', 15_000),
  audit: milliseconds('Time limit for one audit.', 60_000),
  event: milliseconds('How long the kit waits for an event of the hub.', 5_000),
  control: milliseconds(
    "Time limit for a control verb. The same limit applies again to the wait until the verb's effect shows.",
    10_000,
  ),
});

const Identity = z.strictObject({
  name: text('The name of the implementation.', 'stage-server'),
  version: text('Its version.', '0.3.0').optional(),
});

const Consent = z.strictObject({
  destructive: documented(
    z.boolean().default(false),
    'Whether a run may disturb content that it did not create. Only allow this on a target that you can restore.',
    true,
  ),
});

/** What the author of an implementation declares about the implementation. All parts are optional. */
export const Manifest = z.strictObject({
  $schema: text(
    'The JSON schema of the manifest, for editors: the output of `scene-runtime manifest-schema`.',
    './manifest.schema.json',
  ).optional(),
  identity: documented(Identity, 'The implementation, as the report names it.', {
    name: 'stage-server',
    version: '0.3.0',
  }).optional(),
  profiles: documented(
    z.array(z.enum(profiles)).min(1),
    'The profiles that the implementation claims. The kit checks only these. If absent, the kit probes which ones apply.',
    ['CORE', 'L1-EDIT'],
  ).optional(),
  choices: documented(Choices.prefault({}), 'How the implementation does what the description leaves open.', {
    routes: { deleteGraph: 'POST /api/graphs/{id}/remove' },
    paths: { 'port.name': 'label' },
  }).transform(moveMidiInput),
  namespace: documented(
    z
      .string()
      .regex(/^[A-Za-z][\w-]*$/)
      .default('conformance'),
    'The prefix of the names of everything that the kit creates.',
    'kit',
  ),
  consent: documented(Consent.prefault({}), 'What the run may do besides working on what it created.', {
    destructive: true,
  }),
  wrongTokens: documented(
    z.number().int().nonnegative().default(4),
    'The number of wrong tokens in a row that the target accepts before it blocks the sender. The kit sends at most this number of wrong tokens.',
    10,
  ),
  defaultSettings: documented(
    z.boolean().default(false),
    'Whether the target runs with the settings of a fresh installation.',
    true,
  ),
  timeouts: documented(Timeouts.prefault({}), 'How long the kit waits, in milliseconds.', { event: 10_000 }),
  instances: documented(
    z.strictObject(instanceShape).prefault({}),
    'Additional copies of the target, each of which is in a special condition.',
    { noRuntime: { url: 'http://127.0.0.1:7181', tokenEnv: 'COPY_TOKEN' } },
  ),
  control: documented(
    z.partialRecord(z.enum(verbs), Control).default({}),
    `How to put the target itself into a special condition, and how to restore it, keyed by verb: ${verbs.join(', ')}.`,
    {
      'runtime.disconnect': { exec: ['./control.sh', 'unplug'] },
      'runtime.connect': { exec: ['./control.sh', 'plug'] },
    },
  ),
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
