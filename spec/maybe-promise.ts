/**
 * A value or a promise of it. Values are returned directly where possible, because an unneeded promise takes a
 * microsecond, which is a tenth of the time for a call.
 */
export type MaybePromise<T> = T | Promise<T>;
