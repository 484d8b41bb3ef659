import { pathOf } from './routes.ts';
import type { Route } from './routes.ts';

/** How to delete something for good. */
export const deletionOf = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // A target that keeps files of removed graphs may know this wish; to any other it is a query parameter like any.
  path: pathOf(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});
