import { toClipRecord } from '../scene/animation/clips/clip.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';

interface PlaybackSelection {
  readonly object?: string | undefined;
  readonly clip?: string | undefined;
  readonly group?: string | undefined;
  readonly playbackId?: string | undefined;
}

/**
 * Resolves a selection of playbacks, replacing the object's tag with its id.
 * @throws ApiError OBJECT_NOT_FOUND
 */
const resolveSelection = (
  { object, clip, group, playbackId }: PlaybackSelection,
  { scene }: RuntimeServices,
) => ({
  ...{ clip, group, playbackId },
  object: object === undefined ? undefined : scene.get(object),
});

export const animationHandlers = {
  play: ({ object, ...request }, { animations, scene }) => {
    const { playbacks, warnings } = animations.play(scene.get(object), [request]);
    // biome-ignore lint/style/noNonNullAssertion: one playback was requested, and all or none start
    const { id, layer } = playbacks[0]!;
    return { playbackId: id, layer, warnings };
  },
  pause: (selection, services) => ({
    count: services.animations.pause(resolveSelection(selection, services)),
  }),
  resume: (selection, services) => ({
    count: services.animations.resume(resolveSelection(selection, services)),
  }),
  stop: ({ fadeOut, ...selection }, services) => ({
    count: services.animations.stop(resolveSelection(selection, services), fadeOut),
  }),
  seek: ({ time, normalized, ...selection }, services) => ({
    time: services.animations.seek(resolveSelection(selection, services), time, normalized),
  }),
  setWeight: ({ weight, time, ...selection }, services) => ({
    count: services.animations.setWeight(resolveSelection(selection, services), weight, time),
  }),
  setSpeed: ({ speed, ...selection }, services) => ({
    count: services.animations.setSpeed(resolveSelection(selection, services), speed),
  }),
  transition: ({ object, from, to, duration, ease, ...request }, { animations, scene }) => {
    const targetRequest = { ...request, clip: to, weight: 1, additive: false, startTime: 0, fadeIn: 0 };
    const crossFade = { from, duration, ease };
    const { playbacks, warnings } = animations.transition(scene.get(object), targetRequest, crossFade);
    // biome-ignore lint/style/noNonNullAssertion: one playback was requested, and it has started
    const { id, layer } = playbacks[0]!;
    return { playbackId: id, layer, warnings };
  },
  playSet: ({ object, items, group, markers = [] }, { animations, scene }) => {
    const requests = items.map((item) => ({
      ...item,
      group,
      markers: [...(item.markers ?? []), ...markers],
    }));
    const { playbacks, warnings } = animations.play(scene.get(object), requests);
    return {
      playbacks: playbacks.map(({ id, clip, layer }) => ({ playbackId: id, clip: clip.name, layer })),
      warnings,
    };
  },
  setMarkers: ({ playbackId, markers }, { animations }) => ({
    count: animations.setMarkers(playbackId, markers),
  }),
  clips: ({ object }, { animations, scene }) => ({
    clips: animations.listClips(scene.get(object)).map(toClipRecord),
  }),
  playbacks: (selection, services) => ({
    playbacks: services.animations
      .list(resolveSelection(selection, services))
      .map((playback) => playback.toRecord()),
  }),
} satisfies ActionHandlers<Actions['animation']>;
