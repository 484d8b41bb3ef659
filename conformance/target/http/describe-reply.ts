import type { Reply } from './exchange.ts';

/** A reply in short, for the messages of judgements. */
export const describeReply = (reply: Reply) => ({ actual: `${reply.status} ${reply.text.slice(0, 200)}` });
