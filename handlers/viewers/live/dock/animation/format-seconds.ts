/** Formats a number of seconds with two decimal places. */
export const formatSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
