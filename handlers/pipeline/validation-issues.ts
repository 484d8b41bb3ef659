import type { z } from 'zod';

/** What is wrong, and where. @param whole the name of what has no place within itself */
export const formatIssue = ({ path, message }: z.core.$ZodIssue, whole: string): string => {
  const field = path.join('.');
  return `${field ? `'${field}'` : whole}: ${message}.`;
};

/** Problems that the details of a refusal name. */
const maxIssues = 10;

/** One sentence about the first problem, naming its field, and all of them for `details`. */
export const describeIssues = (
  error: z.ZodError,
  whole: string,
): { reason: string; details: Record<string, unknown> } => {
  const issues = error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ field: path.join('.'), message }));
  // biome-ignore lint/style/noNonNullAssertion: an error has an issue
  const first = error.issues[0]!;
  return {
    reason: formatIssue(first, whole),
    details: { issues },
  };
};
