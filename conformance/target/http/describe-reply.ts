import type { Reply } from './exchange.ts';

/** Summarizes a reply for assertion messages. */
export const describeReply = (reply: Reply) => ({ actual: `${reply.status} ${reply.text.slice(0, 200)}` });
