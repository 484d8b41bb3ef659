/** A journal cannot be written or read. The one-line message tells the user why. */
export class JournalError extends Error {}
