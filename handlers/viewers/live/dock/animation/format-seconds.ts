/** Seconds for people, to the hundredth. */
export const formatSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
