/** Thrown when a journal can't be written or read. The message states the reason in one line. */
export class JournalError extends Error {}
