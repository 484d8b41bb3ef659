const loopbackPattern = String.raw`(localhost|127\.0\.0\.1|\[::1\])(:\d+)?`;
const loopbackHostPattern = new RegExp(`^${loopbackPattern}$`, 'i');
const loopbackOriginPattern = new RegExp(`^https?://${loopbackPattern}$`, 'i');

/** Whether a Host header names this machine. A page that rebinds its own name to loopback sends that name instead. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  host === undefined || loopbackHostPattern.test(host);

/** Whether a request comes from a page of this machine. Callers that are not browsers send no origin. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackOriginPattern.test(origin);
