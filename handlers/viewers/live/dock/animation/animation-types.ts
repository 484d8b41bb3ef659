import type { Answer, EventOf } from '#spec/client/index.ts';

/** A live playback, as reported by the service. */
export type Playback = Answer<'GET /api/objects/{tag}/animations/playbacks'>[number];
export type ClipInfo = Answer<'GET /api/objects/{tag}/animations/clips/{clip}'>;
export type PlaybackEvent = EventOf<'animation.playback.*'>;
export type LoopMode = Playback['loopMode'];
