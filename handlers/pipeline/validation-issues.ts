import type { z } from 'zod';

/**
 * Formats a message that says what is wrong, and where.
 * @param rootName the name of the root in field paths
 */
export const formatIssue = ({ path, message }: z.core.$ZodIssue, rootName: string): string => {
  const field = path.join('.');
  return `${field ? `'${field}'` : rootName}: ${message}.`;
};

/** The maximum number of problems listed in an error's details. */
const maxIssues = 10;

/** Returns a sentence about the first problem, the affected field, and all problems for `details`. */
export const describeIssues = (
  error: z.ZodError,
  rootName: string,
): { reason: string; details: Record<string, unknown> } => {
  const issues = error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ field: path.join('.'), message }));
  // biome-ignore lint/style/noNonNullAssertion: an error has an issue
  const first = error.issues[0]!;
  return {
    reason: formatIssue(first, rootName),
    details: { issues },
  };
};
