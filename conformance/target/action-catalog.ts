/** The actions of a target: where each one is called, and what its parameters are called. */
import { isRecord } from '../json.ts';
import { buildActionPaths } from './action-paths.ts';
import { parseActionSchema, type ActionDefinition } from './action-schema.ts';
import { isActionListed } from './find-action.ts';
import { splitPath } from './split-path.ts';
import type { JsonRecord } from '../json.ts';
import type { HttpClient, Reply } from './http/exchange.ts';
import type { Fields } from './undocumented-fields.ts';
import type { Manifest } from './manifest.ts';

/** The named actions whose names have several parts after the category. Their paths are not shown. */
const groupedActions = ['destroy', 'setName', 'setActive', 'setLayer', 'getLayer'].map(
  (action) => `scene.objects.${action}`,
);

export interface ActionCatalog {
  /** All actions of the schema. Empty if the schema is not understood. */
  readonly actions: readonly ActionDefinition[];
  /** The definition in the target's action schema. `undefined` if the schema lacks it or is not understood. */
  find(name: string): ActionDefinition | undefined;
  /** Whether the target offers the action. Without a schema that is understood, every action may be offered. */
  isOffered(name: string): boolean;
  /** Returns the lower-case dotted name of the action that a path calls. `undefined` for any other path. */
  getName(segments: readonly string[]): string | undefined;
  /** Returns the parameter's own name: the first of these names that the schema has, or its only required text. */
  getParameterName(action: string, likelyNames: readonly [string, ...string[]]): string;
  /** Calls an action at the target's own path, or else at the usual paths until one of them exists. */
  call(http: HttpClient, name: string, parameters: JsonRecord): Promise<Reply>;
}

export const createActionCatalog = (
  schema: unknown,
  fields: Fields,
  { choices }: Manifest,
): ActionCatalog => {
  const definitions = new Map(
    parseActionSchema(schema, fields).map((action) => [action.name.toLowerCase(), action]),
  );
  const find = (name: string) => definitions.get(name.toLowerCase());
  const listPaths = (name: string): readonly string[] => {
    const { path } = find(name) ?? {};
    return [
      ...new Set([...(path === undefined ? [] : [path]), ...buildActionPaths(name, choices.actionRoute)]),
    ];
  };
  const namesByPath = new Map(
    [...groupedActions, ...[...definitions.values()].map(({ name }) => name)].flatMap((name) =>
      listPaths(name).map((path) => [splitPath(path).join('/').toLowerCase(), name.toLowerCase()] as const),
    ),
  );
  return {
    actions: [...definitions.values()],
    find,
    isOffered: (name) =>
      find(name) !== undefined || !isRecord(schema) || definitions.size === 0 || isActionListed(schema, name),
    getName: (segments) => {
      const [api, actions, ...parts] = segments.map((segment) => segment.toLowerCase());
      if (api !== 'api' || actions !== 'actions' || parts.length === 0) return undefined;
      return namesByPath.get([api, actions, ...parts].join('/')) ?? parts.join('.');
    },
    getParameterName(action, likelyNames) {
      const { parameters = [] } = find(action) ?? {};
      const likely = likelyNames
        .map((likelyName) => parameters.find(({ name }) => name.toLowerCase() === likelyName.toLowerCase()))
        .find((parameter) => parameter !== undefined);
      const [required, ...others] = parameters.filter((one) => one.required && one.schema.type !== 'boolean');
      return (likely ?? (others.length === 0 ? required : undefined))?.name ?? likelyNames[0];
    },
    async call(http, name, parameters) {
      const [path = '', ...otherPaths] = listPaths(name);
      let reply = await http.post(path, parameters);
      for (const otherPath of otherPaths) {
        if (reply.status !== 404) break;
        reply = await http.post(otherPath, parameters);
      }
      return reply;
    },
  };
};
