import { toRoutePath } from './optional-routes.ts';
import type { Route } from './optional-routes.ts';

/** Creates the request that deletes something permanently. */
export const createDeleteRequest = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // Targets that keep the files of removed graphs may know this query parameter; all others ignore it.
  path: toRoutePath(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});
