import { toRoutePath } from './optional-routes.ts';
import type { Route } from './optional-routes.ts';

/** How to delete something for good. */
export const createDeleteRequest = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // A target that keeps files of removed graphs may know this wish; to any other it is a query parameter like any.
  path: toRoutePath(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});
