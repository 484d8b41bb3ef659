/** A tolerance that absorbs the rounding errors of summed steps. */
const toleranceSeconds = 1e-6;

/** Whether a number of simulated seconds has passed, apart from rounding errors. */
export const hasPassed = (elapsed: number, seconds: number): boolean => elapsed >= seconds - toleranceSeconds;
