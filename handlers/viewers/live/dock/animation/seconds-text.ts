/** Seconds for people, to the hundredth. */
export const secondsText = (seconds: number): string => `${seconds.toFixed(2)} s`;
