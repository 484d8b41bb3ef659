/** Sums of steps miss round figures by a rounding error; a microsecond of simulated time tolerates it. */
const toleranceSeconds = 1e-6;

/** Whether this many simulated seconds have passed. */
export const hasPassed = (elapsed: number, seconds: number): boolean => elapsed >= seconds - toleranceSeconds;
