/**
 * Describes what the scene draws, for clients that display the scene. A client first receives everything, then only the
 * changes (C-175).
 */
import { getBackground, getFog } from '../rendering/describe/describe-environment.ts';
import { createChangeTracker, type TrackedScene } from './change-tracker.ts';
import { serializeDrawable } from './drawable-description.ts';
import { serializeCamera, serializeGeometry, serializeSurface } from './serialize-scene.ts';
import { createSpanWriter, type SpanWriter } from './span-writer.ts';
import type { DrawableNumbers, SceneChanges as Head } from '#spec/scene-changes.ts';
import type { Cameras } from '../cameras/cameras.ts';
import type { FloatArrayTracker } from './scan-registries.ts';

interface SceneChangeFeedOptions {
  readonly scene: TrackedScene;
  readonly cameras: Pick<Cameras, 'active' | 'getView'>;
  /** The first mark to use, which no earlier runtime has used. */
  readonly firstMark: number;
}

export const createSceneChangeFeed = ({ scene, cameras, firstMark }: SceneChangeFeedOptions) => {
  const tracker = createChangeTracker(scene, firstMark);
  const { geometries, images, surfaces, drawables, worldTransforms, tracks } = tracker;

  const getCamera = (): Head['camera'] => {
    const { active } = cameras;
    const view = cameras.getView();
    return active && view ? serializeCamera(active.tag, view) : null;
  };

  return {
    /**
     * Scans the scene between two steps. No state is kept per client; instead, each client passes the mark of its last
     * response.
     * @param since the mark of the client's last response. Without a mark, or with an unknown one, everything is
     * returned.
     * @returns a {@link Head} and its numbers, as bytes
     */
    readChanges(tick: number, since?: number): Uint8Array {
      const hasHistory = since !== undefined && tracker.hasChangesSince(since);
      tracker.update();
      const after = hasHistory ? since : firstMark;
      const { scan, lights } = tracker;
      const spans = createSpanWriter();
      return spans.finish({
        mark: scan,
        tick,
        whole: !hasHistory,
        background: getBackground(scene.root),
        fog: getFog(scene.root) ?? null,
        camera: getCamera(),
        ...((!hasHistory || lights.changedAt > after) && { lights: lights.list }),
        geometries: geometries
          .listChangedAfter(after)
          .map(({ id, content }) => serializeGeometry(id, content, spans)),
        images: images.listChangedAfter(after).map(({ id, content: { width, height, file, bytes } }) => ({
          ...{ id, width, height },
          ...(file && { file }),
          bytes: spans.add(bytes),
        })),
        surfaces: surfaces
          .listChangedAfter(after)
          .map(({ id, content: { numbers, texture } }) => serializeSurface(id, numbers, texture)),
        drawables: drawables.listChangedAfter(after).map(({ id, content }) => serializeDrawable(id, content)),
        gone: hasHistory ? tracker.listRemovedAfter(after) : [],
        ...worldTransforms.writeMoved(tracker.positionedDrawables, after, spans),
        posed: serializeDeformed(tracks.poses, after, spans),
        morphed: serializeDeformed(tracks.weights, after, spans),
        instanced: serializeDeformed(tracks.instances, after, spans),
      } satisfies Head);
    },
  };
};

export type SceneChangeFeed = ReturnType<typeof createSceneChangeFeed>;

const serializeDeformed = (tracks: FloatArrayTracker, after: number, spans: SpanWriter): DrawableNumbers[] =>
  tracks.listChangedAfter(after).map(({ id, numbers }) => ({ id, numbers: spans.add(numbers) }));
