import { anonymous } from './toc.ts';
import type { Session } from './session.ts';

/** Takes graphs away again by the manifest's route, or by one that the target lists; without one they stay. */
export const discarderOf = (session: Session, routes: ReadonlySet<string>) => {
  const candidates = [
    ...(session.manifest.choices.routes.deleteGraph === undefined
      ? []
      : [session.manifest.choices.routes.deleteGraph]),
    ...['DELETE /api/graphs/{graphId}', 'POST /api/graphs/{graphId}/remove'].filter((route) => {
      const [method, path] = route.split(' ') as [string, string];
      return routes.has(`${method} ${anonymous(path)}`);
    }),
  ];
  const [route] = candidates;
  const graph = async (graphId: string): Promise<void> => {
    if (route === undefined) return;
    const [method, path] = route.split(' ') as [string, string];
    // A target that keeps files of removed graphs may know this wish; to any other it is a query parameter like any.
    const wish = method === 'DELETE' ? '?deleteFile=true' : '';
    await session.silent.send(method, path.replace(/\{\w+\}/, encodeURIComponent(graphId)) + wish);
  };
  return { graph, possible: route !== undefined };
};

export type Discarder = ReturnType<typeof discarderOf>;
