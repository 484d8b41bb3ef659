/** What is there at once or comes later. A promise for what is there costs a microsecond, which is a tenth of a call. */
export type MaybePromise<T> = T | Promise<T>;
