import { method } from './method.ts';

export const resume = method('Resume', ({ streamId, lastSeq }, context) => {
  const resumption = () => context.resume(streamId, lastSeq);
  return context.reached(streamId, lastSeq)?.then(resumption) ?? resumption();
});
