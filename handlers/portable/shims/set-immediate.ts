/** Node's setImmediate for hosts without it, which the link uses after it has sent a message. */
export const setImmediate = (run: () => void): void => void setTimeout(run);
