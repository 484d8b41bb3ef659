/** Messages that Twitch takes of an account within so many milliseconds, whatever the channel. */
const maxMessages = 20;
const windowMs = 30_000;

/** Counts messages. @returns milliseconds until the next one may be sent; 0, and it counts, when it may be now */
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
