import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers, RuntimeServices } from '../runtime-services.ts';

/**
 * Resolves a selection of sounds, replacing the object's tag with its id.
 * @throws ApiError OBJECT_NOT_FOUND
 */
const resolveSelection = (
  { soundId, object }: { readonly soundId?: string | undefined; readonly object?: string | undefined },
  { scene }: RuntimeServices,
) => ({ soundId, objectId: object === undefined ? undefined : scene.get(object).id });

export const audioHandlers = {
  play: ({ object, ...request }, services) =>
    services.audio.play({
      ...request,
      objectId: object === undefined ? undefined : services.scene.get(object).id,
    }),
  pause: (selection, services) => ({ count: services.audio.pause(resolveSelection(selection, services)) }),
  resume: (selection, services) => ({ count: services.audio.resume(resolveSelection(selection, services)) }),
  stop: ({ fadeOut, ...selection }, services) => ({
    count: services.audio.stop(resolveSelection(selection, services), fadeOut),
  }),
  seek: ({ soundId, time }, { audio: sounds }) => ({ time: sounds.seek(soundId, time) }),
  setVolume: ({ volume, ...selection }, services) => ({
    previous: services.audio.setVolume(resolveSelection(selection, services), volume),
  }),
  setPitch: ({ pitch, ...selection }, services) => ({
    previous: services.audio.setPitch(resolveSelection(selection, services), pitch),
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
