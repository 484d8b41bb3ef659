/** Fuzzes the reference implementation, and prints what was found. */
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import type { ServedReference } from '../../fixtures/targets/reference-target.ts';

/** @returns the problems, including the internal errors that the service logged */
export const fuzzReference = async (
  fuzz: (target: ServedReference) => Promise<{ readonly problems: readonly string[] }>,
): Promise<readonly string[]> => {
  const served = await serveFault();
  try {
    const { problems, ...counts } = await fuzz(served);
    const logged = served.failures.map((failure) => `the service logged: ${describeFailure(failure)}`);
    const allProblems = [...problems, ...logged];
    for (const line of [...allProblems, JSON.stringify({ ...counts, problems: allProblems.length })])
      process.stdout.write(`${line}\n`);
    return allProblems;
  } finally {
    await served.close();
  }
};

const describeFailure = (failure: unknown): string => {
  const cause = failure instanceof Object && 'err' in failure ? failure.err : failure;
  return (cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)).slice(0, 1_000);
};
