/** The scene that the functions of single operations share, for hosts that deploy them one by one. */
import type { RequestSource, Scene } from './api.ts';

let shared: Promise<Scene> | undefined;

/** Gives the functions of this process the scene that they serve; to be called before the first of them is. */
export const shareScene = (scene: Scene | Promise<Scene>): void => {
  shared = Promise.resolve(scene);
};

/** The function of an operation. */
export const functionOf =
  (id: string) =>
  async (request: Request, source?: RequestSource): Promise<Response> => {
    if (!shared) throw new Error('There is no scene yet: shareScene gives it.');
    return (await shared).operation(id)(request, source);
  };
