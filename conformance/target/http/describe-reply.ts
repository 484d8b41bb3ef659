import type { Reply } from './exchange.ts';

/** Summarizes the reply that an assertion is about. */
export const describeReply = (reply: Reply) => ({
  actual: `${reply.status} ${reply.text.slice(0, 200)}`,
  reply,
});
