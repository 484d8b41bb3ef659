/** Says once a run what its random tests draw from. */
export const setup = (): void => {
  process.stdout.write(`SEED=${process.env.SEED} draws what the random tests of this run draw.\n`);
};
