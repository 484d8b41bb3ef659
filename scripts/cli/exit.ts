/** Ways in which a command ends (the kit has more of its own, see `conformance`). */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** Something the user can mend, said in one line; the process ends with code 2. */
export class UsageError extends Error {}
