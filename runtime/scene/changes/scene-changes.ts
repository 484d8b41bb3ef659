/** What is drawn of the scene, told to those who show it: all of it at first, and then what has changed (register: C-175). */
import { backgroundOf, fogOf } from '../pictures/describe/surroundings.ts';
import { createOnlooker } from './onlooker.ts';
import { shownDrawable } from './outline.ts';
import { shownCamera } from './shown-camera.ts';
import { shownGeometry } from './shown-geometry.ts';
import { shownSurface } from './shown-surface.ts';
import { createSpanWriter } from './span-writer.ts';
import type { Deformed, SceneChanges as Head } from '#spec/scene-changes.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { FloatTracks } from './float-tracks.ts';
import type { SceneToLookAt } from './onlooker.ts';
import type { SpanWriter } from './span-writer.ts';

interface SceneChangesOptions {
  readonly scene: SceneToLookAt;
  readonly cameras: Pick<Cameras, 'active' | 'view'>;
  /** A mark that no runtime before this one has given. */
  readonly firstMark: number;
}

export interface SceneChanges {
  /**
   * Looks at the scene between two steps. Nobody is remembered: whoever asks brings the mark of the last answer.
   * @param since such a mark; all is told without one, and for one that is not known
   * @returns a {@link Head} and its numbers, as bytes
   */
  take(tick: number, since?: number): Uint8Array;
}

export const createSceneChanges = ({ scene, cameras, firstMark }: SceneChangesOptions): SceneChanges => {
  const onlooker = createOnlooker(scene, firstMark);
  const { geometries, images, surfaces, drawables, places, tracks } = onlooker;

  const cameraOf = (): Head['camera'] => {
    const { active } = cameras;
    const view = cameras.view();
    return active && view ? shownCamera(active.tag, view) : null;
  };

  return {
    take(tick, since) {
      const isKnown = since !== undefined && onlooker.knows(since);
      onlooker.update();
      const after = isKnown ? since : firstMark;
      const { look, lights } = onlooker;
      const spans = createSpanWriter();
      return spans.finish({
        mark: look,
        tick,
        whole: !isKnown,
        background: backgroundOf(scene.root),
        fog: fogOf(scene.root) ?? null,
        camera: cameraOf(),
        ...((!isKnown || lights.changedAt > after) && { lights: lights.list }),
        geometries: geometries
          .changedAfter(after)
          .map(({ id, content }) => shownGeometry(id, content, spans)),
        images: images.changedAfter(after).map(({ id, content: { width, height, file, bytes } }) => ({
          ...{ id, width, height },
          ...(file && { file }),
          bytes: spans.add(bytes),
        })),
        surfaces: surfaces
          .changedAfter(after)
          .map(({ id, content: { numbers, texture } }) => shownSurface(id, numbers, texture)),
        drawables: drawables.changedAfter(after).map(({ id, content }) => shownDrawable(id, content)),
        gone: isKnown ? onlooker.goneAfter(after) : [],
        ...places.write(onlooker.placed, after, spans),
        posed: deformed(tracks.poses, after, spans),
        morphed: deformed(tracks.weights, after, spans),
        instanced: deformed(tracks.instances, after, spans),
      } satisfies Head);
    },
  };
};

const deformed = (tracks: FloatTracks, after: number, spans: SpanWriter): Deformed[] =>
  tracks.changedAfter(after).map(({ id, numbers }) => ({ id, numbers: spans.add(numbers) }));
