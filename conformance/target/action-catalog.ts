/** The actions of a target: where each one is called, and what its parameters are called. */
import { isRecord, type JsonRecord } from '../json.ts';
import { type ActionDefinition, isActionListed, parseActionSchema } from './action-schema.ts';
import { actionRoutePattern, type Manifest } from './manifest.ts';
import type { HttpClient, Reply } from './http/exchange.ts';

import type { Fields } from './undocumented-fields.ts';

/** Returns the decoded segments of a path. */
export const splitPath = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment);

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

/**
 * Returns the paths at which an action may be called, the most likely path first. The description shows no path for
 * names of more than two parts.
 */
export const buildActionPaths = (name: string, example?: string): readonly [string, ...string[]] => {
  const [category = '', ...parts] = name.split('.');
  if (parts.length < 2) return [`/api/actions/${name.replace('.', '/')}`];
  const [, before, first, between, after] = actionRoutePattern.exec(example ?? '') ?? [];
  if (before === undefined || first === undefined || between === undefined) {
    return [`/api/actions/${category}/${parts.join('.')}`, `/api/actions/${name.replaceAll('.', '/')}`];
  }
  const isCamel = between === '' && /objectsDestroy/.test(example ?? '');
  const actionName = isCamel
    ? parts.map((part, index) => (index === 0 ? part : capitalize(part))).join('')
    : parts.join(between);
  return [`${before}${category}${first}${actionName}${after ?? ''}`];
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

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
