import { method } from './method.ts';

export const resume = method('Resume', ({ streamId, lastSeq }, context) => context.resume(streamId, lastSeq));
