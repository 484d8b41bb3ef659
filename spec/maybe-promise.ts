/** A value or a promise of it. An unneeded promise costs a microsecond, a tenth of a call. */
export type MaybePromise<T> = T | Promise<T>;
