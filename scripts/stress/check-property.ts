import { check, type IAsyncProperty } from 'fast-check';

/** Checks a property, and prints the outcome. Returns the description of a sequence for which it does not hold. */
export const checkProperty = async <Values>(
  property: IAsyncProperty<Values>,
  { runs, seed }: { readonly runs: number; readonly seed: number },
): Promise<readonly string[]> => {
  const outcome = await check(property, { numRuns: runs, seed });
  const problems = outcome.failed
    ? [`${JSON.stringify(outcome.counterexample)}\n${String(outcome.errorInstance)}`]
    : [];
  process.stdout.write(`${outcome.numRuns} sequences: ${outcome.failed ? 'FAILS' : 'the model matches'}\n`);
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  return problems;
};
