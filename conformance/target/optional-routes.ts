import type { Id } from './id.ts';
import { stripParameterNames } from './parse-toc.ts';
import type { Manifest } from './manifest.ts';

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
  const [method, template] = route.split(' ') as [string, string];
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
