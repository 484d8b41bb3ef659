import type { z } from 'zod';

/** One sentence about the first problem, naming its field, and all of them for `details`. */
export const describeIssues = (
  error: z.ZodError,
  whole: string,
): { reason: string; details: Record<string, unknown> } => {
  const issues = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const [first] = issues;
  const field = first?.field ? `'${first.field}'` : whole;
  return {
    reason: `${field}: ${first?.message}.`,
    details: { issues: issues.slice(0, 10) },
  };
};
