/** The scene shared by the functions for single operations, for hosts that deploy each function separately. */
import type { RequestSource, Scene } from './api.ts';

let shared: Promise<Scene> | undefined;

/**
 * Sets the scene that the functions in this process serve. The scene must be set before the first of these functions is
 * called.
 */
export const shareScene = (scene: Scene | Promise<Scene>): void => {
  shared = Promise.resolve(scene);
};

export const functionOf =
  (id: string) =>
  async (request: Request, source?: RequestSource): Promise<Response> => {
    if (!shared) throw new Error('There is no scene yet. Call shareScene first.');
    return (await shared).operation(id)(request, source);
  };
