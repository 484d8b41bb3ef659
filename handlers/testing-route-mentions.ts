/** Finds the routes that the service's messages mention, for tests. */
import { actionsByName } from '#spec/actions/index.ts';
import { getQueryShape } from '#spec/contract/query-parameters.ts';
import { layer1Areas } from '#spec/contract/render-layer1.ts';
import { dataTypeNames } from '#spec/discovery-data-types.ts';
import { operations } from '#spec/rest/index.ts';
import type { OperationSpec } from '#spec/contract/operation-spec.ts';
import { createRouter } from './pipeline/router.ts';

const router = createRouter(operations);

interface RouteMention {
  readonly text: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
}

/** Returns the routes mentioned in a text. A placeholder in a path template matches any single segment. */
export const findMentionedRoutes = (text: string): RouteMention[] =>
  [...text.matchAll(/\b(GET|POST|PUT|DELETE) (\/[^\s'"`,;)|*<\\]*)/g)].map(([match, method, address]) => {
    const [path, query] = address!
      .replace(/\$\{[^}]*\}?/g, 'x')
      .replace(/[.:]$/, '')
      .split('?');
    return { text: match, method: method!, path: path!, query: query ?? '' };
  });

/** Whether a route leads to an operation, and its parameters and names are valid. */
export const isExistingRoute = ({ method, path, query }: RouteMention): boolean => {
  const match = router.find(method, path);
  if (!match || !('id' in match)) return false;
  const operation: OperationSpec = operations[match.id as keyof typeof operations];
  const { dataType, category, action } = match.params;
  const isFree = (name: string): boolean => name.startsWith('{') || name === 'x';
  return (
    [...new URLSearchParams(query).keys()].every((name) => name in getQueryShape(operation)) &&
    (dataType === undefined || isFree(dataType) || dataTypeNames.some((name) => name === dataType)) &&
    (action === undefined || isFree(action) || actionsByName.has(`${category}.${action}`.toLowerCase()))
  );
};

/**
 * The documents that describe only some operations. Each function indicates whether the document describes an operation.
 */
const schemaDocuments: Readonly<Record<string, (operation: OperationSpec) => boolean>> = {
  '/api/schemas/layer1': ({ area }) => layer1Areas.some((name) => name === area),
  '/api/actions/schema': ({ area }) => ['actions', 'properties', 'assets'].includes(area),
};

/**
 * Whether an operation's error message tells the caller what to call next. The message must name an existing route; if
 * this route describes operations, it must describe the given operation.
 */
export const mentionsNextCall = (message: string, operation: OperationSpec): boolean => {
  const calls = findMentionedRoutes(message).filter(isExistingRoute);
  return calls.some(({ path }) => schemaDocuments[path]?.(operation) ?? true);
};
