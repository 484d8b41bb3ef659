import { isRecord, filterStrings, walkJson } from '../json.ts';
import type { HttpClient } from './http/exchange.ts';
import type { ConditionName, Manifest, Verb } from './manifest.ts';

/** How a target gets into a condition, and how one sees that it is in it. */
interface Condition {
  /** Brings the target there; absent where only a copy can be. */
  readonly verb?: Verb;
  /** Any of these brings it back; none is needed for what passes by itself. */
  readonly undoVerbs: readonly Verb[];
  /** Absent where a condition shows in nothing but what an audit looks at; that audit then confirms it. */
  readonly check?: ConditionCheck;
}

/** What is seen of a condition. */
export interface ConditionCheck {
  /** In words. */
  readonly description: string;
  /** What can be seen of the target as it usually is, for comparison. */
  readonly readBaseline?: (http: HttpClient) => Promise<ReadonlySet<string>>;
  readonly isMet: (http: HttpClient, usual: ReadonlySet<string>) => Promise<boolean>;
  /** Another sign, asked for once when the first is missing: an audit may have come to judge the first. */
  readonly isMetOtherwise?: (http: HttpClient, namespace: string) => Promise<boolean>;
}

const healthFieldEquals =
  (field: string, expected: unknown) =>
  async (http: HttpClient): Promise<boolean> =>
    (await http.get('/api/health')).at(field) === expected;

/** The node types on offer, apart for the flat list and for the categories: either may fail to hide one. */
const readNodeTypes = async (http: HttpClient): Promise<ReadonlySet<string>> => {
  const flat = await http.get('/api/node-types/enum-values');
  const categories = await http.get('/api/node-types');
  const listed = [...walkJson(categories.json)].filter(isRecord).map(({ enumValue }) => enumValue);
  return new Set([
    ...filterStrings([...walkJson(flat.json)]).map((value) => `flat ${value}`),
    ...filterStrings(listed).map((value) => `listed ${value}`),
  ]);
};

export const conditions: Readonly<Record<ConditionName, Condition>> = {
  noRuntime: {
    verb: 'runtime.disconnect',
    undoVerbs: ['runtime.connect', 'reset'],
    check: {
      description: 'runtimeConnected of health is false, or discovery answers RUNTIME_NOT_CONNECTED',
      isMet: healthFieldEquals('runtimeConnected', false),
      isMetOtherwise: async (http) =>
        (await http.get('/api/discovery/scene-objects')).at('error.code') === 'RUNTIME_NOT_CONNECTED',
    },
  },
  slowRuntime: { verb: 'runtime.delay', undoVerbs: ['reset'] },
  failingRuntime: { verb: 'runtime.failNext', undoVerbs: [] },
  apiOff: {
    verb: 'api.disable',
    undoVerbs: ['api.enable', 'reset'],
    check: {
      description: 'apiEnabled of health is false, or a gated route answers API_DISABLED',
      isMet: healthFieldEquals('apiEnabled', false),
      isMetOtherwise: async (http) => (await http.get('/api/types')).at('error.code') === 'API_DISABLED',
    },
  },
  noProject: {
    verb: 'project.close',
    undoVerbs: ['project.open', 'reset'],
    check: {
      description: 'projectName of health is null, or the creation of a graph answers NO_PROJECT',
      isMet: healthFieldEquals('projectName', null),
      isMetOtherwise: async (http, namespace) =>
        (await http.post('/api/graphs?replace=true', { name: `${namespace}-1` })).at('error.code') ===
        'NO_PROJECT',
    },
  },
  blockedNodes: {
    verb: 'nodes.block',
    undoVerbs: ['reset'],
    check: {
      description: 'an enum value or a node type that is usually listed is not',
      readBaseline: readNodeTypes,
      isMet: async (http, usual) => {
        const now = await readNodeTypes(http);
        return [...usual].some((nodeType) => !now.has(nodeType));
      },
    },
  },
  secretsExposed: { verb: 'secrets.expose', undoVerbs: ['reset'] },
  debug: { undoVerbs: [] },
  lan: { undoVerbs: [] },
};

/** Whether the manifest has a copy in the condition, or the verbs to bring the target there and back. */
export const isConditionReachable = (name: ConditionName, manifest: Manifest): boolean =>
  manifest.instances[name] !== undefined || isConditionControlled(name, manifest);

/** Whether the manifest has the verbs to bring the target itself there and back. */
export const isConditionControlled = (
  name: ConditionName,
  { control }: Pick<Manifest, 'control'>,
): boolean => {
  const { verb, undoVerbs } = conditions[name];
  const canReturn = undoVerbs.length === 0 || undoVerbs.some((way) => control[way] !== undefined);
  return verb !== undefined && control[verb] !== undefined && canReturn;
};

/** What a manifest would have to say for a condition to be within reach. */
export const describeConditionSetup = (name: ConditionName): string => {
  const copy = `the manifest's instances.${name}`;
  const verbs = describeConditionVerbs(name);
  return verbs === undefined ? copy : `${copy}, or its ${verbs}`;
};

/** The verbs that bring a target itself into a condition and back, in words. */
export const describeConditionVerbs = (name: ConditionName): string | undefined => {
  const { verb, undoVerbs } = conditions[name];
  if (verb === undefined) return undefined;
  const ways = undoVerbs.map((way) => `control "${way}"`).join(' or ');
  return `control "${verb}"${ways === '' ? '' : ` with ${ways}`}`;
};
