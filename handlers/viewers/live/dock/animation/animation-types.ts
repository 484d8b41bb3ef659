import type { Answer, EventOf } from '#spec/client/index.ts';

/** A live playback as the service reports it. */
export type Playback = Answer<'GET /api/objects/{tag}/animations/playbacks'>[number];
/** A clip with its markers and tracks. */
export type ClipInfo = Answer<'GET /api/objects/{tag}/animations/clips/{clip}'>;
export type PlaybackEvent = EventOf<'animation.playback.*'>;
export type LoopMode = Playback['loopMode'];
