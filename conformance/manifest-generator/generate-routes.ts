/** Finds undocumented routes in a target's table of contents, even if these routes have unusual names. */
import { findRoute } from '../target/optional-routes.ts';
import type { Manifest } from '../target/manifest.ts';
import type { RouteName } from '../target/optional-routes.ts';

/** Patterns for possible spellings of each route, without parameter names. */
const routePatterns: Readonly<Record<RouteName, RegExp>> = {
  listGraphs: /^GET \/api\/\w*graphs?$/i,
  getGraph: /^GET \/api\/\w*graphs?\/\{\}$/i,
  deleteGraph: /^(DELETE \/api\/\w*graphs?\/\{\}|POST \/api\/\w*graphs?\/\{\}\/(delete|remove))$/i,
  listVariables: /^GET \/api\/(\S*\/)?(variables?|vars?)$/i,
  createVariable: /^POST \/api\/(\S*\/)?(variables?|vars?)(\/(new|create|add))?$/i,
  readVariable: /^GET \/api\/(\S*\/)?(variables?|vars?)\/\{\}$/i,
  deleteVariable:
    /^(DELETE \/api\/(\S*\/)?(variables?|vars?)\/\{\}|POST \/api\/(\S*\/)?(variables?|vars?)\/\{\}\/(delete|remove))$/i,
};

const routeNames = Object.keys(routePatterns) as readonly RouteName[];

/**
 * Returns the unusually named routes for which exactly one listed route matches, and the names of the routes without
 * any match.
 */
export const generateRoutes = (manifest: Manifest, listedRoutes: ReadonlySet<string>) => {
  const routes: Partial<Record<RouteName, string>> = {};
  const missing: RouteName[] = [];
  for (const name of routeNames) {
    if (findRoute(name, manifest, listedRoutes)) continue;
    const [route, ...others] = [...listedRoutes].filter((candidate) => routePatterns[name].test(candidate));
    if (route !== undefined && others.length === 0) routes[name] = route.replace('{}', '{id}');
    else missing.push(name);
  }
  return { routes, missing };
};
