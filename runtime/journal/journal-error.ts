/** A journal that cannot be kept or read, and why, in one line for its user. */
export class JournalError extends Error {}
