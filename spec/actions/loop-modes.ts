/** What a playback does at the end of its clip. */
export const loopModes = ['once', 'loop', 'pingPong', 'clampForever'] as const;
export type LoopMode = (typeof loopModes)[number];
