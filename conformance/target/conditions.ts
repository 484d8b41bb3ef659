import { isRecord, stringsOf, walk } from '../json.ts';
import type { HttpClient } from './http/exchange.ts';
import type { ConditionName, Manifest, Verb } from './manifest.ts';

/** How a target gets into a condition, and how one sees that it is in it. */
interface Condition {
  /** Brings the target there; absent where only a copy can be. */
  readonly verb?: Verb;
  /** Any of these brings it back; none is needed for what passes by itself. */
  readonly back: readonly Verb[];
  /** Absent where a condition shows in nothing but what an audit looks at; that audit then confirms it. */
  readonly sign?: Sign;
}

/** What is seen of a condition. */
export interface Sign {
  /** In words. */
  readonly shows: string;
  /** What can be seen of the target as it usually is, for comparison. */
  readonly usual?: (http: HttpClient) => Promise<ReadonlySet<string>>;
  readonly isShown: (http: HttpClient, usual: ReadonlySet<string>) => Promise<boolean>;
  /** Another sign, asked for once when the first is missing: an audit may have come to judge the first. */
  readonly isToldOtherwise?: (http: HttpClient, namespace: string) => Promise<boolean>;
}

const healthShows =
  (field: string, expected: unknown) =>
  async (http: HttpClient): Promise<boolean> =>
    (await http.get('/api/health')).at(field) === expected;

/** The node types on offer, apart for the flat list and for the categories: either may fail to hide one. */
const nodeTypesOn = async (http: HttpClient): Promise<ReadonlySet<string>> => {
  const flat = await http.get('/api/node-types/enum-values');
  const categories = await http.get('/api/node-types');
  const listed = [...walk(categories.json)].filter(isRecord).map(({ enumValue }) => enumValue);
  return new Set([
    ...stringsOf([...walk(flat.json)]).map((value) => `flat ${value}`),
    ...stringsOf(listed).map((value) => `listed ${value}`),
  ]);
};

export const conditions: Readonly<Record<ConditionName, Condition>> = {
  noRuntime: {
    verb: 'runtime.disconnect',
    back: ['runtime.connect', 'reset'],
    sign: {
      shows: 'runtimeConnected of health is false, or discovery answers RUNTIME_NOT_CONNECTED',
      isShown: healthShows('runtimeConnected', false),
      isToldOtherwise: async (http) =>
        (await http.get('/api/discovery/scene-objects')).at('error.code') === 'RUNTIME_NOT_CONNECTED',
    },
  },
  slowRuntime: { verb: 'runtime.delay', back: ['reset'] },
  failingRuntime: { verb: 'runtime.failNext', back: [] },
  apiOff: {
    verb: 'api.disable',
    back: ['api.enable', 'reset'],
    sign: {
      shows: 'apiEnabled of health is false, or a gated route answers API_DISABLED',
      isShown: healthShows('apiEnabled', false),
      isToldOtherwise: async (http) => (await http.get('/api/types')).at('error.code') === 'API_DISABLED',
    },
  },
  noProject: {
    verb: 'project.close',
    back: ['project.open', 'reset'],
    sign: {
      shows: 'projectName of health is null, or the creation of a graph answers NO_PROJECT',
      isShown: healthShows('projectName', null),
      isToldOtherwise: async (http, namespace) =>
        (await http.post('/api/graphs?replace=true', { name: `${namespace}-1` })).at('error.code') ===
        'NO_PROJECT',
    },
  },
  blockedNodes: {
    verb: 'nodes.block',
    back: ['reset'],
    sign: {
      shows: 'an enum value or a node type that is usually listed is not',
      usual: nodeTypesOn,
      isShown: async (http, usual) => {
        const now = await nodeTypesOn(http);
        return [...usual].some((nodeType) => !now.has(nodeType));
      },
    },
  },
  secretsExposed: { verb: 'secrets.expose', back: ['reset'] },
  debug: { back: [] },
  lan: { back: [] },
};

/** Whether the manifest has a copy in the condition, or the verbs to bring the target there and back. */
export const isWithinReach = (name: ConditionName, manifest: Manifest): boolean =>
  manifest.instances[name] !== undefined || isControlled(name, manifest);

/** Whether the manifest has the verbs to bring the target itself there and back. */
export const isControlled = (name: ConditionName, { control }: Pick<Manifest, 'control'>): boolean => {
  const { verb, back } = conditions[name];
  const canReturn = back.length === 0 || back.some((way) => control[way] !== undefined);
  return verb !== undefined && control[verb] !== undefined && canReturn;
};

/** What a manifest would have to say for a condition to be within reach. */
export const wayTo = (name: ConditionName): string => {
  const copy = `the manifest's instances.${name}`;
  const verbs = verbsTo(name);
  return verbs === undefined ? copy : `${copy}, or its ${verbs}`;
};

/** The verbs that bring a target itself into a condition and back, in words. */
export const verbsTo = (name: ConditionName): string | undefined => {
  const { verb, back } = conditions[name];
  if (verb === undefined) return undefined;
  const ways = back.map((way) => `control "${way}"`).join(' or ');
  return `control "${verb}"${ways === '' ? '' : ` with ${ways}`}`;
};
