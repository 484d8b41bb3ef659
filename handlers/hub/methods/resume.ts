import { defineMethod } from './define-method.ts';

export const resume = defineMethod('Resume', ({ streamId, lastSeq }, context) => {
  const resumption = () => context.resume(streamId, lastSeq);
  return context.waitForSeq(streamId, lastSeq)?.then(resumption) ?? resumption();
});
