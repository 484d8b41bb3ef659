const loopbackPattern = String.raw`(localhost|127\.0\.0\.1|\[::1\])(:\d+)?`;
const loopbackHostPattern = new RegExp(`^${loopbackPattern}$`, 'i');
const loopbackOriginPattern = new RegExp(`^https?://${loopbackPattern}$`, 'i');

/**
 * Returns whether a Host header names this computer. This check prevents DNS rebinding, because the requests of a
 * malicious page contain the page's own host name.
 */
export const isLoopbackHost = (host: string | undefined): boolean =>
  host === undefined || loopbackHostPattern.test(host);

/** Returns whether a request comes from a page on this computer, or from a program that sends no Origin header. */
export const isLoopbackOrigin = (origin: string | undefined): boolean =>
  origin === undefined || loopbackOriginPattern.test(origin);
