/** Generates a manifest from the information that the kit obtains by probing a target. */
import { getByPath, listKeys } from '../json.ts';
import { createCleanup } from '../runner/cleanup.ts';
import { describeConditionSetup, isConditionControlled, isConditionReachable } from '../target/conditions.ts';
import { discoverReaders } from '../target/field-readers/discover-readers.ts';
import { fieldCatalog, type FieldName, fieldNames } from '../target/field-readers/field-catalog.ts';
import { TransportError } from '../target/http/transport.ts';
import { conditionNames, Manifest, type ManifestInput, UsageError } from '../target/manifest.ts';
import { findRoute, type RouteName } from '../target/routes.ts';
import { probeProfiles } from '../target/probe-profiles.ts';
import { createSession, isTokenRejected, type Session } from '../target/session.ts';
import { probeFields, type ProbeResult } from './probe-fields.ts';
import { countRequirementsWithNeed, requirementsByField, requirementsByKey } from './requirement-counts.ts';
import type { Reading } from '../target/field-readers/field-source.ts';

/** Patterns for possible spellings of each route, without parameter names. */
const routePatterns: Readonly<Record<RouteName, RegExp>> = {
  listGraphs: /^GET \/api\/\w*graphs?$/i,
  getGraph: /^GET \/api\/\w*graphs?\/\{\}$/i,
  deleteGraph: /^(DELETE \/api\/\w*graphs?\/\{\}|POST \/api\/\w*graphs?\/\{\}\/(delete|remove))$/i,
  listVariables: /^GET \/api\/(\S*\/)?(variables?|vars?)$/i,
  createVariable: /^POST \/api\/(\S*\/)?(variables?|vars?)(\/(new|create|add))?$/i,
  readVariable: /^GET \/api\/(\S*\/)?(variables?|vars?)\/\{\}$/i,
  deleteVariable:
    /^(DELETE \/api\/(\S*\/)?(variables?|vars?)\/\{\}|POST \/api\/(\S*\/)?(variables?|vars?)\/\{\}\/(delete|remove))$/i,
};

const routeNames = listKeys(routePatterns);

/**
 * Returns the unusually named routes for which exactly one listed route matches, and the names of the routes without
 * any match.
 */
export const generateRoutes = (manifest: Manifest, listedRoutes: ReadonlySet<string>) => {
  const routes: Partial<Record<RouteName, string>> = {};
  const missing: RouteName[] = [];
  for (const name of routeNames) {
    if (findRoute(name, manifest, listedRoutes)) continue;
    const [route, ...others] = [...listedRoutes].filter((candidate) => routePatterns[name].test(candidate));
    if (route !== undefined && others.length === 0) routes[name] = route.replace('{}', '{id}');
    else missing.push(name);
  }
  return { routes, missing };
};

interface GeneratedManifest {
  readonly manifest: ManifestInput;
  /**
   * What only the target's author can fill in, one item per line. Lines that begin with a number are ordered by the
   * number of requirements that depend on the item.
   */
  readonly todos: readonly string[];
}

interface GenerateManifestOptions {
  readonly url: string;
  readonly eventsUrl?: string | undefined;
  readonly token?: string;
  /** SHA-256 fingerprint of the target's certificate. If absent, any certificate is accepted. */
  readonly fingerprint?: string | undefined;
}

/**
 * Probes a target, using a graph that the kit creates and later deletes.
 * @throws UsageError if the target does not answer
 */
export const generateManifest = async ({
  url,
  eventsUrl,
  token,
  fingerprint,
}: GenerateManifestOptions): Promise<GeneratedManifest> => {
  const session = createSession({
    url,
    fingerprint,
    ...(token !== undefined && { token }),
    ...(eventsUrl !== undefined && { eventsUrl }),
    manifest: Manifest.parse({}),
    validate: () => undefined,
    seed: 0,
    folder: '.',
  });
  try {
    return await probeTarget(session);
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    throw new UsageError(`${url} does not answer (${error.message})`);
  } finally {
    session.close();
  }
};

const probeTarget = async (session: Session): Promise<GeneratedManifest> => {
  const { silent, source, fields, target } = session;
  if (target.token !== undefined && (await isTokenRejected(silent))) {
    throw new UsageError(`${target.url} rejects the token, as health and GET /api/types show`);
  }
  const health = await session.readHealth();
  const listedRoutes = await session.readRoutes();
  const profiles = [...(await probeProfiles(session, listedRoutes))];
  const { routes, missing } = generateRoutes(session.manifest, listedRoutes);
  const manifest = Manifest.parse({ choices: { routes } });
  const graphName = `${session.manifest.namespace}-draft`;
  const cleanup = await createCleanup({ ...session, manifest }, listedRoutes);
  const inventory = cleanup.inventory();
  const http = session.createClient((_, raw) => inventory.record(target, raw));
  const graphId = await discoverReaders({ http, source, fields, graphName });
  const probe = await probeFields({ ...session, manifest, silent: http }, listedRoutes, graphId);
  const leftovers = await cleanup.empty(inventory, AbortSignal.timeout(manifest.timeouts.audit));
  const paths = Object.fromEntries([
    ...source
      .readings()
      .filter(hasSinglePath)
      .map(({ key, where }) => [key, where] as const),
    ...probe.located,
  ]);
  const found = new Set([
    ...source.readings().flatMap(({ key, how }) => (how === 'not found' ? [] : [key])),
    ...probe.located.keys(),
  ]);
  const version = getByPath(health?.record, 'apiVersion');
  const todos: readonly Todo[] = [
    ...missing.map((name) => ({
      text: `choices.routes.${name}: no route in GET /api/toc looks like it`,
      requirements: requirementsByKey[`choices.routes.${name}`],
    })),
    ...fieldNames
      .filter((key) => !found.has(key) && !probe.unneeded.has(key) && !isStatedOtherwise(key, found))
      .map((key) => describeMissingField(key, probe.obstacles.get(key))),
    ...describeMissingChoices(probe, profiles),
    ...conditionNames
      .filter((name) => !isConditionReachable(name, manifest) && !isConditionControlled(name, manifest))
      .map((name) => ({
        text: `${describeConditionSetup(name).replace(/^the manifest's /, '')}: to check it in the condition ${name}`,
        requirements: countRequirementsWithNeed(`condition:${name}`, `control:${name}`),
      })),
    {
      text: 'consent.destructive: true if the run may disturb what is on the target',
      requirements: countRequirementsWithNeed('destructive'),
    },
    {
      text: 'defaultSettings: true if it runs with its default settings',
      requirements: countRequirementsWithNeed('defaultSettings'),
    },
  ];
  return {
    manifest: {
      identity: { name: 'NAME', ...(typeof version === 'string' && { version }) },
      profiles: profiles as [(typeof profiles)[number]],
      choices: {
        routes,
        paths,
        ...(Object.keys(probe.actions).length > 0 && { actions: probe.actions }),
        ...(probe.playSetList !== undefined && { playSet: { list: probe.playSetList } }),
      },
      consent: { destructive: false },
      defaultSettings: false,
    },
    todos: [
      'identity: the name and the version of the implementation',
      'profiles: remove those that it does not claim',
      ...describeUnprobed(session, graphId !== undefined, health?.projectName ?? undefined),
      ...leftovers.map(
        ({ what, why }) => `please delete ${what}, which the command could not delete: ${why}`,
      ),
      'ordered by the number of requirements that depend on each:',
      ...todos
        .filter(({ requirements }) => requirements > 0)
        .toSorted((a, b) => b.requirements - a.requirements)
        .map(({ text, requirements }) => `${String(requirements).padStart(3)}  ${text}`),
    ],
  };
};

/** Something that only the author can state, and the number of requirements that depend on it. */
interface Todo {
  readonly text: string;
  readonly requirements: number;
}

const describeMissingField = (key: FieldName, obstacle: string | undefined): Todo => {
  const { about, root } = fieldCatalog[key];
  const why = obstacle ?? (key in unprobedFields ? unprobedFields[key] : undefined);
  return {
    text: `choices.paths "${key}": ${about}, to be read from ${root}${why === undefined ? '' : ` (not tried: ${why})`}`,
    requirements: requirementsByField[key],
  };
};

/** Why the command does not look for a field. */
const unprobedFields: Readonly<Partial<Record<FieldName, string>>> = {
  'spawn.tag': 'it spawns nothing',
  'playback.id': 'it plays nothing',
  'playback.weight': 'it plays nothing',
  'clip.duration': 'it spawns nothing',
  'clip.tracks': 'it spawns nothing',
  'property.previous': 'it writes no properties',
};

/** Describes the calls and bodies that only the author knows. */
const describeMissingChoices = (
  { actions, listedActions, playSetList, settled }: ProbeResult,
  profiles: readonly string[],
): readonly Todo[] => {
  const choices: Readonly<Record<string, MissingChoice>> = missingChoices;
  const needed = Object.entries(choices).filter(([key, { action, profile }]) => {
    const isServed =
      action === undefined || listedActions.size === 0 || listedActions.has(action.toLowerCase());
    const isClaimed = profile === undefined || profiles.includes(profile);
    const isFound = settled.has(key) || (key === 'choices.playSet' && playSetList !== undefined);
    return (
      isServed &&
      isClaimed &&
      !isFound &&
      !(key.startsWith('choices.actions.') && action !== undefined && action in actions)
    );
  });
  return needed.map(([key, { text }]) => ({
    text: `${key.replace(/^choices\.actions\.(.+)$/, 'choices.actions "$1"')}: ${text}`,
    requirements: requirementsByKey[key as keyof typeof missingChoices],
  }));
};

interface MissingChoice {
  readonly text: string;
  /** The action without which the key is not needed. */
  readonly action?: string;
  readonly profile?: string;
}

const missingChoices = {
  'choices.bodies.createVariable': {
    text: 'the body that creates a variable, with NAME, TYPE and VALUE in it, because {name, type, value} did not',
  },
  'choices.actions.log.console': { action: 'log.console', text: 'a call that writes TEXT to the console' },
  'choices.actions.scene.spawn': { action: 'scene.spawn', text: 'a call that spawns something harmless' },
  'choices.actions.text.format': {
    action: 'text.format',
    text: 'a call that returns the value of a variable, with NAME in it',
  },
  'choices.actions.process.start': {
    action: 'process.start',
    text: 'a call that starts a program that ends by itself',
  },
  'choices.actions.scene.switch': { action: 'scene.switch', text: 'a call that switches to another scene' },
  'choices.actions.webhook.listen': {
    action: 'webhook.listen',
    text: 'a call that registers a listener with TEXT in its address',
  },
  'choices.actions.midi.subscribe': {
    action: 'midi.subscribe',
    text: 'a call that subscribes to MIDI input',
  },
  'choices.actions.streaming.subscribe': {
    action: 'streaming.subscribe',
    text: 'a call that subscribes to a platform',
  },
  'choices.events': {
    action: 'midi.subscribe',
    text: 'the key "midi.input" with a call that triggers MIDI input, such as midi.send to a loopback device, if there is one',
  },
  'choices.bodies.openProject': { text: 'the body that opens another existing project' },
  'choices.actionRoute': { text: 'the path of scene.objects.destroy' },
  'choices.routes.reference': { text: 'the page of the reference viewer' },
  'choices.routes.openapi': { text: 'the OpenAPI document, to which the reference viewer does not link' },
  'choices.assets': { text: 'tags of assets that have properties, unless discovery lists them' },
  'choices.animated': {
    profile: 'ANIM',
    text: "calls that create an object with clips, and the names of the clips, unless assets.list shows clips; and a clip that can't be read",
  },
  'choices.playSet': {
    profile: 'ANIM',
    text: 'the name of the list that animation.playSet receives, which the action schema does not show',
  },
} as const satisfies Partial<Record<keyof typeof requirementsByKey, MissingChoice>>;

/** Returns a description of everything that could not be probed. */
const describeUnprobed = (
  { target }: Session,
  isGraphCreated: boolean,
  project: string | undefined,
): readonly string[] => {
  if (isGraphCreated) return [];
  const token = target.token === undefined ? ', and no token was given (--token-env NAME)' : '';
  const open = project === undefined ? '; no project is open' : '';
  return [
    `choices.paths: no graph could be created to probe${token}${open}; generate the manifest again when that works`,
  ];
};

const hasSinglePath = ({ how, where }: Reading): boolean =>
  how === 'inferred' && !where.includes(', ') && where !== 'the record itself';

/** Pairs of fields that carry the same information. */
const equivalentFields: Partial<Record<FieldName, FieldName>> = {
  'graph.state': 'graph.running',
  'graph.running': 'graph.state',
  'parameter.required': 'parameter.optional',
  'parameter.optional': 'parameter.required',
};

const isStatedOtherwise = (key: FieldName, found: ReadonlySet<FieldName>): boolean => {
  const equivalent = equivalentFields[key];
  return equivalent !== undefined && found.has(equivalent);
};
