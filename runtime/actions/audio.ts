import type { Actions } from '#spec/actions/index.ts';
import type { RuntimeServices } from '../runtime-services.ts';
import type { ActionHandlers } from './action-handler.ts';

/**
 * Resolves the selection of sounds, with the id of their object instead of its tag. @throws ApiError OBJECT_NOT_FOUND
 */
const resolveSelection = (
  { soundId, object }: { readonly soundId?: string | undefined; readonly object?: string | undefined },
  { scene }: RuntimeServices,
) => ({ soundId, objectId: object === undefined ? undefined : scene.get(object).id });

export const audioHandlers = {
  play: ({ object, ...request }, world) =>
    world.audio.play({ ...request, objectId: object === undefined ? undefined : world.scene.get(object).id }),
  pause: (selection, world) => ({ count: world.audio.pause(resolveSelection(selection, world)) }),
  resume: (selection, world) => ({ count: world.audio.resume(resolveSelection(selection, world)) }),
  stop: ({ fadeOut, ...selection }, world) => ({
    count: world.audio.stop(resolveSelection(selection, world), fadeOut),
  }),
  seek: ({ soundId, time }, { audio: sounds }) => ({ time: sounds.seek(soundId, time) }),
  setVolume: ({ volume, ...selection }, world) => ({
    previous: world.audio.setVolume(resolveSelection(selection, world), volume),
  }),
  setPitch: ({ pitch, ...selection }, world) => ({
    previous: world.audio.setPitch(resolveSelection(selection, world), pitch),
  }),
  setSpatial: ({ soundId, ...changes }, { audio: sounds }) => ({
    previous: sounds.setSpatial(soundId, changes),
  }),
  fade: ({ soundId, to, time, stopAtEnd }, { audio: sounds }) => ({
    tweenId: sounds.fade(soundId, to, time, stopAtEnd),
  }),
  setMasterVolume: ({ volume, muted }, { audio: sounds }) => ({
    previous: sounds.setMasterVolume(volume, muted),
  }),
  list: (_, { audio: sounds, scene }) => ({
    sounds: sounds.list().map(({ objectId, ...sound }) => {
      const object = objectId === undefined ? undefined : scene.findById(objectId);
      return { ...sound, ...(object && { object: object.tag }) };
    }),
  }),
} satisfies ActionHandlers<Actions['audio']>;
