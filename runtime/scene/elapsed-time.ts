/** It absorbs the rounding errors of summed steps. */
const toleranceSeconds = 1e-6;

/** Whether this many simulated seconds have passed. */
export const hasPassed = (elapsed: number, seconds: number): boolean => elapsed >= seconds - toleranceSeconds;
