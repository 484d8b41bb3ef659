/** Prints, once per run, the seed from which random tests generate their data. */
export const setup = (): void => {
  process.stdout.write(`SEED=${process.env.SEED} draws what the random tests of this run draw.\n`);
};
