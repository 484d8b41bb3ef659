/**
 * Maximum number of messages of an account per time window, in all channels, and the length of the window in
 * milliseconds.
 */
const maxMessages = 20;
const windowMs = 30_000;

/**
 * Creates a rate limiter. @returns a function that returns the milliseconds until the next message may be sent; if 0,
 * it counts the message
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
