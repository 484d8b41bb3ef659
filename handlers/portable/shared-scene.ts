/** The scene that functions of single operations share, for hosts that deploy them separately. */
import type { RequestSource, Scene } from './api.ts';

let shared: Promise<Scene> | undefined;

/** Sets the scene that the functions of this process serve. Call it before the first of them. */
export const shareScene = (scene: Scene | Promise<Scene>): void => {
  shared = Promise.resolve(scene);
};

/** Returns the function of an operation. */
export const functionOf =
  (id: string) =>
  async (request: Request, source?: RequestSource): Promise<Response> => {
    if (!shared) throw new Error('There is no scene yet. Call shareScene first.');
    return (await shared).operation(id)(request, source);
  };
