/** Plays clips on objects that the kit has created, at a speed that keeps waiting times short. */
import type { Reply } from '../../target/http/exchange.ts';
import { type Id, isId } from '../../target/id.ts';
import { listActionResults } from '../action-trials.ts';
import { type ClipInfo, createAnimatedObject } from './animated-object.ts';
import { createAnimationCaller, type LoopMode } from './animation-caller.ts';
import type { AuditTools } from '../../audit.ts';

export interface Marker {
  readonly name: string;
  readonly position: number;
}

/** How a clip is played. Absent options are not sent. */
export interface PlayOptions {
  readonly object: string;
  readonly clip: ClipInfo;
  /** The loop mode, in the description's spelling. */
  readonly loopMode?: LoopMode;
  /** The loop mode, in the target's spelling. */
  readonly mode?: string | undefined;
  readonly markers?: readonly Marker[];
  readonly layer?: number;
  readonly group?: string;
  readonly weight?: number;
  readonly additive?: boolean;
  /** The requested duration of one pass through the clip in seconds, if the target supports setting it. */
  readonly within?: number;
}

export interface StartedPlayback {
  /** The playback's id, if the response contains one. */
  readonly id: Id | undefined;
  /** The ids by which events may identify the playback, the most specific first. */
  readonly subjects: readonly Id[];
  /** The duration of one pass through the clip in seconds. */
  readonly seconds: number;
  readonly reply: Reply;
}

/** The assumed duration of a clip in seconds if its duration is unknown. */
const defaultClipSeconds = 10;

export const createClipPlayer = async (t: AuditTools) => {
  const calls = await createAnimationCaller(t);

  /** Returns the speed at which a clip has the requested duration, and the resulting duration. */
  const choosePace = (
    { duration = defaultClipSeconds }: ClipInfo,
    within: number | undefined,
  ): { readonly speed: number | undefined; readonly seconds: number } => {
    const speedParameter = calls.parameter('play', 'speed') ?? calls.parameter('setSpeed', 'speed');
    if (within === undefined || !speedParameter) return { speed: undefined, seconds: duration };
    const { minimum = 0.01, maximum = 10 } = speedParameter.schema;
    const speed = Math.min(Math.max(duration / within, Number(minimum)), Number(maximum));
    return { speed, seconds: duration / speed };
  };

  const modeOf = (loopMode: LoopMode | undefined): string | undefined => {
    const label = loopMode && calls.loopMode(loopMode);
    return label === null ? t.unverified(`a loopMode of animation.play that is ${loopMode}`) : label;
  };

  const toParameters = ({ clip, loopMode, mode, within, ...rest }: Omit<PlayOptions, 'object'>) => {
    const { speed } = choosePace(clip, within);
    return { ...rest, clip: clip.name, loopMode: mode ?? modeOf(loopMode), speed };
  };

  /** Sets the speed after the start if the call that starts the playback can't specify it. */
  const applySpeed = async (
    object: string,
    reply: Reply,
    speed: number | undefined,
    isSpeedSent: boolean,
  ) => {
    if (reply.ok && speed !== undefined && !isSpeedSent) await calls.call('setSpeed', { object, speed });
    return reply;
  };

  /** Requests a playback. The caller must check the response. */
  const request = async ({ object, ...options }: PlayOptions): Promise<Reply> => {
    const parameters = toParameters(options);
    const reply = await calls.call('play', { object, ...parameters });
    return applySpeed(object, reply, parameters.speed, calls.parameter('play', 'speed') !== undefined);
  };

  /** Requests a set of playbacks. All clips play at the first item's speed if items can't have speeds of their own. */
  const requestSet = async (
    object: string,
    requestedItems: readonly Omit<PlayOptions, 'object'>[],
    markers?: readonly Marker[],
  ): Promise<Reply> => {
    const items = requestedItems.map(toParameters);
    const reply = await calls.playSet({ object, markers }, items);
    return applySpeed(object, reply, items[0]?.speed, calls.itemParameter('speed') !== undefined);
  };

  const findId = (reply: Reply): Id | undefined =>
    listActionResults(t, reply)
      .map((result) => t.fields.read(result, 'playback.id'))
      .find(isId);

  const toStartedPlayback = ({ object, clip, within }: PlayOptions, reply: Reply): StartedPlayback => {
    const id = findId(reply);
    const subjects = id === undefined ? [object] : [id, object];
    return { id, subjects, seconds: choosePace(clip, within).seconds, reply };
  };

  return {
    ...calls,
    request,
    /** Creates a new object with clips. */
    object: () => createAnimatedObject(t),
    /** Like {@link play}, but returns `undefined` if the playback is rejected. */
    tryPlay: async (options: PlayOptions): Promise<StartedPlayback | undefined> => {
      const reply = await request(options);
      return reply.ok ? toStartedPlayback(options, reply) : undefined;
    },
    /** Starts a playback. If the target rejects the playback, the audit can't continue. */
    play: async (options: PlayOptions): Promise<StartedPlayback> => {
      const reply = await request(options);
      t.givenSuccess(reply, 'animation.play succeeds (choices.animated, choices.actions)');
      return toStartedPlayback(options, reply);
    },
    requestSet,
    /** Runs another playback action, and requires that the action succeeds. */
    run: async (action: Parameters<typeof calls.call>[0], parameters: Parameters<typeof calls.call>[1]) => {
      const reply = await calls.call(action, parameters);
      t.givenSuccess(reply, `animation.${action} succeeds`);
      return reply;
    },
  };
};

/**
 * Creates two markers with unique names. The times of the markers are within the clip, regardless of whether they are
 * interpreted as seconds or as fractions.
 */
export const createMarkers = (t: AuditTools, { duration = 1 }: ClipInfo): readonly [Marker, Marker] => {
  const durationSeconds = Math.min(duration, 1);
  const name = (suffix: string): string => `${t.manifest.namespace}-${suffix}`;
  return [
    { name: name('early'), position: durationSeconds / 4 },
    { name: name('late'), position: (durationSeconds * 3) / 4 },
  ];
};
