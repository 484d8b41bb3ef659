import { isRecord, walkJson } from '../json.ts';
import type { Id } from './id.ts';
import type { Manifest } from './manifest.ts';
import type { Fields } from './undocumented-fields.ts';

export interface TocEntry {
  readonly method: string;
  /** The listed route template. */
  readonly path: string;
  /** The method and template without parameter names, such as `GET /api/graphs/{}`. */
  readonly route: string;
  readonly purpose: unknown;
}

/** Parses the routes in a table of contents, regardless of the shape of its records. */
export const parseToc = (fields: Fields, body: unknown): readonly TocEntry[] =>
  [...walkJson(body)].filter(isRecord).flatMap((entry) => {
    const method = fields.read(entry, 'toc.method');
    const path = fields.read(entry, 'toc.route');
    if (typeof method !== 'string' || typeof path !== 'string') return [];
    const verb = method.toUpperCase();
    return [
      {
        method: verb,
        path,
        route: `${verb} ${stripParameterNames(path)}`,
        purpose: fields.read(entry, 'toc.purpose'),
      },
    ];
  });

/** Removes the parameter names from a route template. */
export const stripParameterNames = (path: string): string =>
  (path.startsWith('/') ? path : `/${path}`).replace(/\{[^}]*\}|:\w+/g, '{}').replace(/\?.*$/, '');

/** Creates a request that deletes a resource permanently. */
export const createDeleteRequest = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // Targets that keep the files of removed graphs may support this query parameter. All other targets ignore it.
  path: toRoutePath(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});

/** A route that the description does not show, from the manifest or from the target's own list. */
export interface Route {
  readonly method: string;
  /** The route template, with parameters in braces. */
  readonly template: string;
}

export type RouteName = Exclude<keyof Manifest['choices']['routes'], 'reference' | 'openapi'>;

const defaultRoutes: Readonly<Record<RouteName, readonly string[]>> = {
  listGraphs: ['GET /api/graphs'],
  getGraph: ['GET /api/graphs/{graphId}'],
  deleteGraph: ['DELETE /api/graphs/{graphId}', 'POST /api/graphs/{graphId}/remove'],
  listVariables: ['GET /api/variables'],
  createVariable: ['POST /api/variables'],
  readVariable: ['GET /api/variables/{id}'],
  deleteVariable: ['DELETE /api/variables/{id}'],
};

const parseRoute = (route: string): Route => {
  const [method = '', template = ''] = route.split(' ');
  return { method, template };
};

/**
 * Returns the route that the manifest names. If the manifest names no route, returns the first usual route that the
 * target lists (`session.readRoutes`).
 */
export const findRoute = (
  name: RouteName,
  { choices }: Manifest,
  listedRoutes: ReadonlySet<string>,
): Route | undefined => {
  const configured = choices.routes[name];
  if (configured !== undefined) return parseRoute(configured);
  return defaultRoutes[name]
    .map(parseRoute)
    .find(({ method, template }) => listedRoutes.has(`${method} ${stripParameterNames(template)}`));
};

/** Returns the path of a route, with every parameter replaced by the given id. */
export const toRoutePath = ({ template }: Route, id: Id): string =>
  template.replace(/\{\w+\}/g, encodeURIComponent(String(id)));
