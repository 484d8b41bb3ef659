/** Exit codes of all commands. The kit has further exit codes of its own (see `conformance`). */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** An error that the user can fix, described in one line. It ends the process with code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Compares the error's name rather than its class, because `serve` is bundled separately and has its own copy of the
 * class.
 */
export const isUsageError = (failure: unknown): failure is UsageError =>
  failure instanceof Error && failure.name === 'UsageError';
