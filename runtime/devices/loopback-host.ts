const loopbackPattern = String.raw`(localhost|127\.0\.0\.1|\[::1\])(:\d+)?`;
const loopbackHostPattern = new RegExp(`^${loopbackPattern}$`, 'i');
const loopbackOriginPattern = new RegExp(`^https?://${loopbackPattern}$`, 'i');

/** Whether a Host header names this machine: a page that rebinds its own name to loopback sends that name. */
export const isLoopbackHost = (host: string | undefined): boolean =>
  host === undefined || loopbackHostPattern.test(host);

/** Whether what a browser sends was asked for by a page of this machine. Callers that are no browser name no origin. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackOriginPattern.test(origin);
