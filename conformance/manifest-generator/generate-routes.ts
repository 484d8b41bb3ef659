/** Finds undocumented routes in a table of contents that uses other names. */
import { findRoute } from '../target/optional-routes.ts';
import type { Manifest } from '../target/manifest.ts';
import type { RouteName } from '../target/optional-routes.ts';

/** The pattern of each route, without parameters. */
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

/** Returns the routes with unusual names if exactly one matches, and the routes without any match. */
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
