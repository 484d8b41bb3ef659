/** Generates a manifest from the information that the kit obtains by probing a target. */
import { getByPath } from '../json.ts';
import { isConditionControlled, isConditionReachable, describeConditionSetup } from '../target/conditions.ts';
import { createCleanup } from '../runner/cleanup.ts';
import { probeProfiles } from '../target/probe-profiles.ts';
import { TransportError } from '../target/http/transport.ts';
import { conditionNames, Manifest, UsageError } from '../target/manifest.ts';
import { fieldCatalog } from '../target/field-readers/field-catalog.ts';
import { discoverReaders } from '../target/field-readers/discover-readers.ts';
import { createSession, isTokenRejected } from '../target/session.ts';
import { probeFields } from './probe-fields.ts';
import { generateRoutes } from './generate-routes.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { Reading } from '../target/field-readers/reading-tally.ts';
import type { ManifestInput } from '../target/manifest.ts';
import type { Session } from '../target/session.ts';

interface GeneratedManifest {
  readonly manifest: ManifestInput;
  /** What only the target's author can fill in, one item per line. */
  readonly todos: readonly string[];
}

interface GenerateManifestOptions {
  readonly url: string;
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
  token,
  fingerprint,
}: GenerateManifestOptions): Promise<GeneratedManifest> => {
  const session = createSession({
    url,
    fingerprint,
    ...(token !== undefined && { token }),
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
  if (graphId !== undefined) await probeFields({ ...session, manifest, silent: http }, listedRoutes, graphId);
  await cleanup.empty(inventory, AbortSignal.timeout(manifest.timeouts.audit));
  const readings = source.readings();
  const paths = Object.fromEntries(readings.filter(hasSinglePath).map(({ key, where }) => [key, where]));
  const version = getByPath(health?.record, 'apiVersion');
  return {
    manifest: {
      identity: { name: 'NAME', ...(typeof version === 'string' && { version }) },
      profiles: profiles as [(typeof profiles)[number]],
      choices: { routes, paths },
      consent: { destructive: false },
      defaultSettings: false,
    },
    todos: [
      'identity: the name and the version of the implementation',
      'profiles: remove those that it does not claim',
      ...describeUnprobed(session, graphId !== undefined, health?.projectName ?? undefined),
      ...missing.map((name) => `choices.routes.${name}: no route in GET /api/toc looks like it`),
      ...readings
        .filter((reading) => isNotFound(reading, paths))
        .map(({ key }) => `choices.paths "${key}": ${fieldCatalog[key].about} was not found`),
      'choices.bodies.createVariable: the body that creates a variable, with NAME, TYPE and VALUE in it, unless it is {name, type, value}',
      'choices.actions: a call of log.console and of scene.spawn that succeeds, unless the action schema shows their parameters',
      ...(profiles.includes('ANIM')
        ? [
            "choices.animated: calls that create an object with clips, and the names of the clips, unless assets.list shows clips; and a clip that can't be read",
          ]
        : []),
      'choices.midiInput: a call that triggers MIDI input, such as midi.send to a loopback device, if there is one',
      ...conditionNames
        .filter((name) => !isConditionReachable(name, manifest) && !isConditionControlled(name, manifest))
        .map(
          (name) =>
            `${describeConditionSetup(name).replace(/^the manifest's /, '')}: to check it in the condition ${name}`,
        ),
      'consent.destructive: true if the run may disturb what is on the target',
      'defaultSettings: true if it runs with its default settings',
    ],
  };
};

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

const isNotFound = ({ key, how }: Reading, found: Readonly<Record<string, string>>): boolean => {
  const equivalent = equivalentFields[key];
  return how === 'not found' && (equivalent === undefined || found[equivalent] === undefined);
};
