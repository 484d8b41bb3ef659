/** Messages that Twitch accepts from an account per time window in milliseconds, whatever the channel. */
const maxMessages = 20;
const windowMs = 30_000;

/**
 * Counts messages. @returns milliseconds until the next one may be sent; 0, and the message counts, when it may be sent
 * now
 */
export const createChatRateLimiter = (now: () => number): (() => number) => {
  let sentAt: number[] = [];
  return () => {
    sentAt = sentAt.filter((at) => now() - at < windowMs);
    const [first] = sentAt;
    if (first !== undefined && sentAt.length >= maxMessages) return windowMs - (now() - first);
    sentAt.push(now());
    return 0;
  };
};
