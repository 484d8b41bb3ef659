/** Messages that Twitch takes of an account within so many milliseconds, whatever the channel. */
const mostMessages = 20;
const span = 30_000;

/** Counts messages. @returns milliseconds until the next one may be sent; 0, and it counts, when it may be now */
export const createPace = (now: () => number): (() => number) => {
  let sentAt: number[] = [];
  return () => {
    sentAt = sentAt.filter((at) => now() - at < span);
    const [first] = sentAt;
    if (first !== undefined && sentAt.length >= mostMessages) return span - (now() - first);
    sentAt.push(now());
    return 0;
  };
};
