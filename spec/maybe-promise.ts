/**
 * A value or a promise of it. Values are returned directly where possible, because an unneeded promise costs a
 * microsecond, a tenth of a call.
 */
export type MaybePromise<T> = T | Promise<T>;
