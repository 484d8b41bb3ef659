/** Formats a number of seconds with two decimals. */
export const formatSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
