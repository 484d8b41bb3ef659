/** What each exit code of the kit means. */
export const exitCodeMeanings = {
  0: 'everything that was judged is met',
  1: 'a requirement failed',
  2: 'the command, the manifest or the token has to be mended first',
  3: 'the kit itself failed, which is no fault of the target',
  4: 'incomplete, or nothing ran',
} as const;

export type ExitCode = keyof typeof exitCodeMeanings;
