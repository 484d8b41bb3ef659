/** The kit's exit codes, which the README also lists. */
export const exitCodeMeanings = {
  0: 'every requirement that was checked is met',
  1: 'a requirement failed',
  2: 'fix the command, the manifest or the token first',
  3: 'the kit, or the set-up of a condition, failed; the target is not to blame',
  4: 'incomplete, or nothing ran',
} as const;

export type ExitCode = keyof typeof exitCodeMeanings;
