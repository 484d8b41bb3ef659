import { toRoutePath } from './optional-routes.ts';
import type { Route } from './optional-routes.ts';

/** Creates a request that deletes a resource permanently. */
export const createDeleteRequest = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // Targets that keep the files of removed graphs may support this query parameter. All other targets ignore it.
  path: toRoutePath(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});
