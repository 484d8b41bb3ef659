import { isRecord, filterStrings, walkJson } from '../json.ts';
import type { HttpClient } from './http/exchange.ts';
import { type ConditionName, conditionNames, type Manifest, type Verb } from './manifest.ts';

/** How a target enters a condition, and how the kit observes the condition. */
interface Condition {
  /** The verb that puts the target into the condition. Absent if only a copy can be in the condition. */
  readonly verb?: Verb;
  /** Verbs that restore the target. Any one of them is enough. Empty if the condition ends by itself. */
  readonly undoVerbs: readonly Verb[];
  /** How the kit observes the condition. Absent if only the audit itself can observe and confirm the condition. */
  readonly check?: ConditionCheck;
}

/** How the kit observes a condition. */
export interface ConditionCheck {
  /** A description of the check for messages. */
  readonly description: string;
  /** Reads the normal state of the target, for comparison. */
  readonly readBaseline?: (http: HttpClient) => Promise<ReadonlySet<string>>;
  readonly isMet: (http: HttpClient, baseline: ReadonlySet<string>) => Promise<boolean>;
  /**
   * Checks another sign of the condition once, if the first sign is missing. The second sign is needed because the
   * first sign may be what an audit checks.
   */
  readonly isMetOtherwise?: (http: HttpClient, namespace: string) => Promise<boolean>;
}

const healthFieldEquals =
  (field: string, expected: unknown) =>
  async (http: HttpClient): Promise<boolean> =>
    (await http.get('/api/health')).at(field) === expected;

/**
 * Reads the available node types both from the flat list and from the categories. The types from these two sources are
 * kept apart, because either source may wrongly show a hidden type.
 */
const readNodeTypes = async (http: HttpClient): Promise<ReadonlySet<string>> => {
  const enumValues = await http.get('/api/node-types/enum-values');
  const categories = await http.get('/api/node-types');
  const categoryValues = [...walkJson(categories.json)].filter(isRecord).map(({ enumValue }) => enumValue);
  return new Set([
    ...filterStrings([...walkJson(enumValues.json)]).map((value) => `flat ${value}`),
    ...filterStrings(categoryValues).map((value) => `listed ${value}`),
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
      description: 'an enum value or a node type that is normally listed is missing',
      readBaseline: readNodeTypes,
      isMet: async (http, baseline) => {
        const now = await readNodeTypes(http);
        return [...baseline].some((nodeType) => !now.has(nodeType));
      },
    },
  },
  secretsExposed: { verb: 'secrets.expose', undoVerbs: ['reset'] },
  debug: { undoVerbs: [] },
  lan: { undoVerbs: [] },
};

/**
 * Whether the manifest names a copy in the condition, or has the verbs that put the target into the condition and
 * restore it.
 */
export const isConditionReachable = (name: ConditionName, manifest: Manifest): boolean =>
  manifest.instances[name] !== undefined || isConditionControlled(name, manifest);

/** Whether the manifest has the verbs that put the target itself into the condition and restore it. */
export const isConditionControlled = (
  name: ConditionName,
  { control }: Pick<Manifest, 'control'>,
): boolean => {
  const { verb, undoVerbs } = conditions[name];
  const canReturn = undoVerbs.length === 0 || undoVerbs.some((undoVerb) => control[undoVerb] !== undefined);
  return verb !== undefined && control[verb] !== undefined && canReturn;
};

/** Describes what the manifest must contain to make a condition available. */
export const describeConditionSetup = (name: ConditionName): string => {
  const copy = `the manifest's instances.${name}`;
  const verbs = describeConditionVerbs(name);
  return verbs === undefined ? copy : `${copy}, or its ${verbs}`;
};

/** Describes the verbs that put the target itself into a condition and restore it. */
export const describeConditionVerbs = (name: ConditionName): string | undefined => {
  const { verb, undoVerbs } = conditions[name];
  if (verb === undefined) return undefined;
  const descriptions = undoVerbs.map((undoVerb) => `control "${undoVerb}"`).join(' or ');
  return `control "${verb}"${descriptions === '' ? '' : ` with ${descriptions}`}`;
};

/** Returns the condition that a need names, if it is a need of this kind. */
export const getNeededCondition = (kind: 'condition' | 'control', need: string): ConditionName | undefined =>
  conditionNames.find((name) => need === `${kind}:${name}`);
