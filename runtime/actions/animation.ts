import type { Actions } from '#spec/actions/index.ts';
import { toClipRecord } from '../scene/animation/to-clip-record.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { ActionHandlers } from './action-handler.ts';

interface PlaybackSelection {
  readonly object?: string | undefined;
  readonly clip?: string | undefined;
  readonly group?: string | undefined;
  readonly playbackId?: string | undefined;
}

/**
 * Resolves the selection of playbacks, with the id of the object instead of its tag. @throws ApiError OBJECT_NOT_FOUND
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
    // biome-ignore lint/style/noNonNullAssertion: one was asked for, and all or none begin
    const { id, layer } = playbacks[0]!;
    return { playbackId: id, layer, warnings };
  },
  pause: (selection, world) => ({ count: world.animations.pause(resolveSelection(selection, world)) }),
  resume: (selection, world) => ({ count: world.animations.resume(resolveSelection(selection, world)) }),
  stop: ({ fadeOut, ...selection }, world) => ({
    count: world.animations.stop(resolveSelection(selection, world), fadeOut),
  }),
  seek: ({ time, normalized, ...selection }, world) => ({
    time: world.animations.seek(resolveSelection(selection, world), time, normalized),
  }),
  setWeight: ({ weight, time, ...selection }, world) => ({
    count: world.animations.setWeight(resolveSelection(selection, world), weight, time),
  }),
  setSpeed: ({ speed, ...selection }, world) => ({
    count: world.animations.setSpeed(resolveSelection(selection, world), speed),
  }),
  transition: ({ object, from, to, duration, ease, ...request }, { animations, scene }) => {
    const whole = { ...request, clip: to, weight: 1, additive: false, startTime: 0, fadeIn: 0 };
    const crossing = { from, duration, ease };
    const { playbacks, warnings } = animations.transition(scene.get(object), whole, crossing);
    // biome-ignore lint/style/noNonNullAssertion: one was asked for, and it has begun
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
  playbacks: (selection, world) => ({
    playbacks: world.animations
      .list(resolveSelection(selection, world))
      .map((playback) => playback.toRecord()),
  }),
} satisfies ActionHandlers<Actions['animation']>;
