/** A journal can't be written or read. The one-line message has the reason. */
export class JournalError extends Error {}
