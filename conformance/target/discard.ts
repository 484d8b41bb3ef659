import { findRoute, pathOf } from './routes.ts';
import type { HttpClient } from './http/exchange.ts';
import type { Route } from './routes.ts';
import type { Session } from './session.ts';

/** How to delete something for good. */
export const deletionOf = (route: Route, id: string): { method: string; path: string } => ({
  method: route.method,
  // A target that keeps files of removed graphs may know this wish; to any other it is a query parameter like any.
  path: pathOf(route, id) + (route.method === 'DELETE' ? '?deleteFile=true' : ''),
});

/** Takes graphs away again by the manifest's route, or by one that the target lists; without one they stay. */
export const discarderOf = ({ manifest }: Session, routes: ReadonlySet<string>) => {
  const route = findRoute('deleteGraph', manifest, routes);
  const graph = async (graphId: string, http: HttpClient): Promise<void> => {
    if (route === undefined) return;
    const { method, path } = deletionOf(route, graphId);
    await http.send(method, path);
  };
  return { graph, possible: route !== undefined };
};

export type Discarder = ReturnType<typeof discarderOf>;
