/** Parses and validates clips, whether they are stored in `.anim.json` files or in components (C-145). */
import * as z from 'zod';
import { interpolations } from '#spec/actions/animation.ts';
import { parseKeys } from './parse-keys.ts';
import type { Clip, Track } from './clip.ts';

/** Limits for a list of clips, so that parsing the list causes no noticeable delay. */
const clipLimits = {
  clips: 256,
  tracks: 4096,
  /** Maximum total number of keys in all tracks. */
  keys: 200_000,
  markers: 1000,
  /** Maximum length of a clip in seconds. */
  duration: 86_400,
} as const;

const NameText = z.string().min(1).max(256);
const Seconds = z.number().min(0).max(clipLimits.duration);

const TrackDocument = z
  .strictObject({
    target: z.string().max(2048).default(''),
    component: NameText.default('Transform'),
    property: NameText,
    interpolation: z.enum(interpolations).optional(),
    times: z.array(z.unknown()).min(1).max(clipLimits.keys),
    values: z.array(z.unknown()).max(clipLimits.keys * 3),
  })
  .transform(({ target, component, property, ...document }, context): Track => {
    const isWeights = component === 'Transform' && property === 'weights';
    const read = parseKeys(document, isWeights, clipLimits.duration);
    if ('keys' in read) return { target, component, property, ...read };
    context.addIssue({ code: 'custom', ...read });
    return z.NEVER;
  });

const ClipDocument = z
  .strictObject({
    name: NameText,
    duration: Seconds.optional(),
    markers: z
      .array(z.strictObject({ name: NameText, position: Seconds }))
      .max(clipLimits.markers)
      .default([]),
    tracks: z.array(TrackDocument).max(clipLimits.tracks).default([]),
  })
  .transform(({ duration, tracks, ...clip }, context): Clip => {
    const lastKeyTime = tracks.reduce(
      (latest, { keys: { times } }) => Math.max(latest, times.at(-1) ?? 0),
      0,
    );
    const refuse = (message: string, ...path: (string | number)[]): void =>
      context.addIssue({ code: 'custom', message, path });
    if (duration !== undefined && duration < lastKeyTime) {
      refuse(`expected at least ${lastKeyTime}, the time of the last key`, 'duration');
    }
    const clipDuration = duration ?? lastKeyTime;
    for (const [index, { position }] of clip.markers.entries()) {
      if (position > clipDuration)
        refuse(`expected at most ${clipDuration}, the duration of the clip`, 'markers', index, 'position');
    }
    const duplicate = findDuplicate(
      tracks.map(({ target, component, property }) => [target, component, property]),
    );
    if (duplicate !== undefined)
      refuse('another track has the same target and property', 'tracks', duplicate);
    return { ...clip, duration: clipDuration, tracks };
  });

/** Returns the index of the first key that repeats an earlier key; `undefined` when all keys are unique. */
const findDuplicate = (keys: readonly unknown[]): number | undefined => {
  const names = new Set<string>();
  for (const [index, key] of keys.entries()) {
    const text = JSON.stringify(key);
    if (names.has(text)) return index;
    names.add(text);
  }
  return undefined;
};

/** A list of clips with unique names. Problems are reported with their path. */
export const ClipList = z
  .array(ClipDocument)
  .max(clipLimits.clips)
  .transform((clips, context): readonly Clip[] => {
    const duplicate = findDuplicate(clips.map((clip) => clip.name));
    if (duplicate !== undefined) {
      context.addIssue({
        code: 'custom',
        message: 'another clip has the same name',
        path: [duplicate, 'name'],
      });
    }
    const keys = clips
      .flatMap(({ tracks }) => tracks)
      .reduce((sum, { keys: { times } }) => sum + times.length, 0);
    if (keys > clipLimits.keys) {
      context.addIssue({
        code: 'custom',
        message: `expected at most ${clipLimits.keys} keys, received ${keys}`,
      });
    }
    return clips;
  });
