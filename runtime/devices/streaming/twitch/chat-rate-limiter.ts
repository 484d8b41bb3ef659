/** The maximum number of messages that an account may send per time window in all channels together. */
const maxMessages = 20;
const windowMs = 30_000;

/**
 * Creates a rate limiter.
 * @returns a function that returns the time in milliseconds until the next message may be sent; a call that returns 0
 * also counts the message
 */
export const createChatRateLimiter = (now: () => number): (() => number) => {
  let sentAt: number[] = [];
  return () => {
    sentAt = sentAt.filter((time) => now() - time < windowMs);
    const [first] = sentAt;
    if (first !== undefined && sentAt.length >= maxMessages) return windowMs - (now() - first);
    sentAt.push(now());
    return 0;
  };
};
