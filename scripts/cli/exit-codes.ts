/** Ways in which a command ends (the kit has more of its own, see `conformance`). */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** Something the user can mend, said in one line; the process ends with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** By its name: what is built by itself, as `serve` is, has this class once more. */
export const isUsageError = (failure: unknown): failure is UsageError =>
  failure instanceof Error && failure.name === 'UsageError';
