/** Plays clips on objects of the kit's own, quick enough to be waited for. */
import { isId } from '../../target/id.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { listActionResults } from '../action-trials.ts';
import { createAnimatedObject } from './animated-object.ts';
import { createAnimationCaller } from './animation-caller.ts';
import type { AuditTools } from '../../audit.ts';
import type { Id } from '../../target/id.ts';
import type { Reply } from '../../target/http/exchange.ts';
import type { ClipInfo } from './animated-object.ts';
import type { LoopMode } from './animation-caller.ts';

export interface Marker {
  readonly name: string;
  readonly position: number;
}

/** How a clip is played; what is left out is left to the target. */
export interface PlayOptions {
  readonly object: string;
  readonly clip: ClipInfo;
  /** What it does at its end, as the description has it. */
  readonly loopMode?: LoopMode;
  /** The same as the target spells it. */
  readonly mode?: string | undefined;
  readonly markers?: readonly Marker[];
  readonly layer?: number;
  readonly group?: string;
  readonly weight?: number;
  readonly additive?: boolean;
  /** In this many seconds it goes from one end to the other, as far as the target lets it. */
  readonly within?: number;
}

/** A playback that was started. */
export interface StartedPlayback {
  /** Where the answer told one. */
  readonly id: Id | undefined;
  /** What its events may name, the surest first. */
  readonly subjects: readonly Id[];
  /** Seconds that it takes from one end of the clip to the other. */
  readonly seconds: number;
  readonly reply: Reply;
}

/** Seconds of a clip whose duration nobody tells. */
const defaultClipSeconds = 10;

export const createClipPlayer = async (t: AuditTools) => {
  const calls = await createAnimationCaller(t);

  /** The speed at which a clip takes about so long, and how long it takes then. */
  const pace = (
    { duration = defaultClipSeconds }: ClipInfo,
    within: number | undefined,
  ): { readonly speed: number | undefined; readonly seconds: number } => {
    const told = calls.parameter('play', 'speed') ?? calls.parameter('setSpeed', 'speed');
    if (within === undefined || !told) return { speed: undefined, seconds: duration };
    const { minimum = 0.01, maximum = 10 } = told.schema;
    const speed = Math.min(Math.max(duration / within, Number(minimum)), Number(maximum));
    return { speed, seconds: duration / speed };
  };

  const modeOf = (loopMode: LoopMode | undefined): string | undefined => {
    const label = loopMode && calls.loopMode(loopMode);
    return label === null ? t.unverified(`a loopMode of animation.play that is ${loopMode}`) : label;
  };

  const meantOf = ({ clip, loopMode, mode, within, ...rest }: Omit<PlayOptions, 'object'>) => {
    const { speed } = pace(clip, within);
    return { ...rest, clip: clip.name, loopMode: mode ?? modeOf(loopMode), speed };
  };

  /** Where it cannot be said beforehand how fast a clip plays, it is said when it plays. */
  const hasten = async (object: string, reply: Reply, speed: number | undefined, isSaid: boolean) => {
    if (reply.ok && speed !== undefined && !isSaid) await calls.call('setSpeed', { object, speed });
    return reply;
  };

  /** Asks for a playback, and leaves it to the caller to judge the answer. */
  const ask = async ({ object, ...wish }: PlayOptions): Promise<Reply> => {
    const meant = meantOf(wish);
    const reply = await calls.call('play', { object, ...meant });
    return hasten(object, reply, meant.speed, calls.parameter('play', 'speed') !== undefined);
  };

  /** The same for a set, all of whose clips go at the speed of the first where items cannot tell their own. */
  const askSet = async (
    object: string,
    wishes: readonly Omit<PlayOptions, 'object'>[],
    markers?: readonly Marker[],
  ): Promise<Reply> => {
    const items = wishes.map(meantOf);
    const reply = await calls.playSet({ object, markers }, items);
    return hasten(object, reply, items[0]?.speed, calls.itemParameter('speed') !== undefined);
  };

  const idIn = (reply: Reply): Id | undefined =>
    listActionResults(t, reply)
      .map((result) => t.fields.read(result, 'playback.id'))
      .find(isId);

  const playingOf = ({ object, clip, within }: PlayOptions, reply: Reply): StartedPlayback => {
    const id = idIn(reply);
    const about = id === undefined ? [object] : [id, object];
    return { id, subjects: about, seconds: pace(clip, within).seconds, reply };
  };

  return {
    ...calls,
    ask,
    /** A fresh object with clips. */
    object: () => createAnimatedObject(t),
    /** {@link play}; undefined where that is refused. */
    tryPlay: async (wish: PlayOptions): Promise<StartedPlayback | undefined> => {
      const reply = await ask(wish);
      return reply.ok ? playingOf(wish, reply) : undefined;
    },
    /** Starts a playback, without which there is nothing to judge. */
    play: async (wish: PlayOptions): Promise<StartedPlayback> => {
      const reply = await ask(wish);
      t.given(reply.ok, 'animation.play succeeds (choices.animated, choices.actions)', describeReply(reply));
      return playingOf(wish, reply);
    },
    askSet,
    /** Does something else with playbacks that has to succeed. */
    run: async (action: Parameters<typeof calls.call>[0], meant: Parameters<typeof calls.call>[1]) => {
      const reply = await calls.call(action, meant);
      t.given(reply.ok, `animation.${action} succeeds`, describeReply(reply));
      return reply;
    },
  };
};

/** Two moments of a clip, with names of their own; be they meant as seconds or as shares, they are in it. */
export const createMarkers = (t: AuditTools, { duration = 1 }: ClipInfo): readonly [Marker, Marker] => {
  const whole = Math.min(duration, 1);
  const name = (suffix: string): string => `${t.manifest.namespace}-${suffix}`;
  return [
    { name: name('early'), position: whole / 4 },
    { name: name('late'), position: (whole * 3) / 4 },
  ];
};
