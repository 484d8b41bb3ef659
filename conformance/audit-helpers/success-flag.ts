/** Reads whether an ActionResponse reports success. */
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { getByPath, isRecord } from '../json.ts';
import type { AuditTools } from '../audit.ts';

const successFields = ['success', 'succeeded', 'isSuccess', 'ok'];

/**
 * Whether a response reports success, in an argument or in a field. Returns `undefined` when the response reports
 * neither success nor failure.
 */
export const findSuccessFlag = (t: AuditTools, args: readonly unknown[]): boolean | undefined => {
  const configured = t.manifest.choices.paths['response.success'];
  if (configured !== undefined)
    return toBooleanFlag(compileExpression(configured)(args[0]) ?? getByPath(args, configured));
  const flags = args.filter((argument) => typeof argument === 'boolean');
  if (flags.length === 1) return flags[0];
  const fields = args.filter(isRecord).flatMap((record) => Object.entries(record));
  const successEntry = fields.find(
    ([name, value]) => typeof value === 'boolean' && successFields.includes(name.toLowerCase()),
  );
  const status = fields.find(([name]) => /^(status|statusCode|outcome|state)$/i.test(name));
  return toBooleanFlag(successEntry?.[1] ?? status?.[1]);
};

const toBooleanFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value >= 200 && value < 300;
  if (typeof value !== 'string') return undefined;
  return /^(ok|success|succeeded|done|completed)$/i.test(value);
};
