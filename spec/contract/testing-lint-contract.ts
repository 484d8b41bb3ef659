import * as z from 'zod';
import { errors } from '../errors.ts';
import { listOperations } from './openapi-types.ts';
import { listPathParameters, splitRoute } from './operation-spec.ts';
import { getPathExamples } from './path-examples.ts';
import { getQueryShape } from './query-parameters.ts';
import type { OpenApiDocument } from './openapi-types.ts';
import type { Area, OperationSpec } from './operation-spec.ts';

type Operations = Readonly<Record<string, OperationSpec>>;
type OperationEntry = readonly [operationId: string, operation: OperationSpec];

const isParameter = (segment: string): boolean => segment.startsWith('{');

const listSegments = (operation: OperationSpec): string[] =>
  splitRoute(operation.route).path.split('/').slice(1);

/** Returns the route without its parameter names, because these don't distinguish routes. */
const getRouteShape = (operation: OperationSpec): string => operation.route.replaceAll(/\{\w+\}/g, '{}');

/** Whether `earlier`, which is declared first, would match requests that are meant for `later`. */
const isShadowed = (earlier: OperationSpec, later: OperationSpec): boolean => {
  if (splitRoute(earlier.route).method !== splitRoute(later.route).method) return false;
  const before = listSegments(earlier);
  const after = listSegments(later);
  return (
    before.length === after.length &&
    before.some((segment, i) => isParameter(segment) && !isParameter(after[i] ?? '')) &&
    before.every((segment, i) => isParameter(segment) || segment === after[i])
  );
};

const lintRoutePairs = (entries: readonly OperationEntry[]): string[] =>
  entries.flatMap(([laterId, later], i) =>
    entries.slice(0, i).flatMap(([earlierId, earlier]) => {
      if (getRouteShape(earlier) === getRouteShape(later))
        return [`${laterId}: route ${later.route} is the same as that of ${earlierId}`];
      if (isShadowed(earlier, later)) {
        return [`${laterId}: ${later.route} is shadowed by ${earlier.route}; declare it before ${earlierId}`];
      }
      return [];
    }),
  );

/** Areas in which all writes edit the project, except for commands to the runtime. */
const editedAreas: readonly Area[] = ['graphs', 'nodes', 'connections', 'ports', 'variables', 'layout'];

/** Areas in which PUT writes properties of the running scene or of its assets. */
const propertyAreas: readonly Area[] = ['properties', 'assets'];

/** Whether an operation must declare if its change can be pushed to the runtime (description: 'Conventions'). */
const isProjectEdit = ({ route, area, needs }: OperationSpec): boolean => {
  const { method } = splitRoute(route);
  if (propertyAreas.includes(area)) return method === 'PUT';
  return editedAreas.includes(area) && method !== 'GET' && needs !== 'runtime';
};

const isArraySchema = (schema: unknown): boolean =>
  schema instanceof z.ZodArray || (schema instanceof z.ZodUnion && schema.options.some(isArraySchema));

/**
 * Whether a success response is an array without paging, although only lists can be paged (C-72). Operations that
 * respond to an array item by item are exempt.
 */
const returnsBareArray = ({ list, body, returns }: OperationSpec): boolean =>
  !list && !isArraySchema(body) && Object.values(returns).some(isArraySchema);

const lintOperation = ([id, operation]: OperationEntry): string[] => {
  const { method, path } = splitRoute(operation.route);
  const parameters = listPathParameters(path);
  const examples = getPathExamples(operation);
  const problems = [
    ...parameters
      .filter((name, i) => parameters.indexOf(name) !== i)
      .map((name) => `{${name}} occurs twice in the path`),
    ...parameters.filter((name) => examples[name] === undefined).map((name) => `{${name}} has no example`),
    ...parameters
      .filter((name) => name in getQueryShape(operation))
      .map((name) => `${name} is in both path and query`),
    ...[...(operation.errors ?? []), ...(operation.runtimeErrors ?? [])]
      .filter((code) => !(code in errors))
      .map((code) => `error code ${code} is not declared`),
    ...(isProjectEdit(operation) && operation.sync === undefined
      ? ['an edit has to declare whether it takes sync']
      : []),
    ...(!isProjectEdit(operation) && operation.sync !== undefined ? ['only an edit can take sync'] : []),
    ...(method === 'GET' && operation.body ? ['a GET cannot have a body'] : []),
    ...(returnsBareArray(operation) ? ['declare an array response as a list, with this item'] : []),
    ...(operation.listChoice && !operation.list ? ['only a list can have a listChoice'] : []),
    ...(Object.keys(operation.returns).length === 0 ? ['declare what it returns'] : []),
  ];
  return problems.map((problem) => `${id}: ${problem}`);
};

/**
 * Finds problems that the type checker can't find: routes that collide with or shadow each other, path parameters
 * without an example, undeclared error codes, and bodies that are not allowed. Returns an empty list if there are no
 * problems.
 */
export const lintOperations = (operations: Operations): string[] => {
  const entries = Object.entries(operations);
  return [...entries.flatMap(lintOperation), ...lintRoutePairs(entries)];
};

/** Finds operation ids that occur in several groups. Merging the groups would silently lose one of the operations. */
export const lintGroups = (groups: Readonly<Record<string, Operations>>): string[] => {
  const groupsById = new Map<string, string[]>();
  for (const [group, operations] of Object.entries(groups)) {
    for (const id of Object.keys(operations)) groupsById.set(id, [...(groupsById.get(id) ?? []), group]);
  }
  return [...groupsById]
    .filter(([, names]) => names.length > 1)
    .map(([id, names]) => `${id}: declared in ${names.join(' and ')}`);
};

/**
 * Compares the path templates in a rendered document with its path parameters, and checks that all operation ids are
 * unique.
 */
export const lintDocument = (document: Pick<OpenApiDocument, 'paths'>): string[] => {
  const operations = listOperations(document);
  const ids = operations.map(({ operation }) => operation.operationId);
  return [
    ...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id}: operationId is not unique`),
    ...operations.flatMap(({ path, operation: { operationId, parameters } }) => {
      const inTemplate = listPathParameters(path);
      const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      return [
        ...inTemplate
          .filter((name) => !declared.includes(name))
          .map((name) => `${operationId}: {${name}} is not declared`),
        ...declared
          .filter((name) => !inTemplate.includes(name))
          .map((name) => `${operationId}: ${name} is not in the path`),
      ];
    }),
  ];
};
