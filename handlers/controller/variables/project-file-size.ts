/** Measures the size of variables in project.json, so that no variable makes the file too large to be read (C-291). */
import { ApiError } from '#spec/errors.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { measureJsonBytes } from '../graphs/graph-file-size.ts';

/** The parts of a variable that are measured. */
interface MeasuredVariable {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
}

/** The number of bytes in a variable without its name and value, plus the text around all variables. */
const variableOverheadBytes = 256;
/**
 * When an existing variable receives a smaller value than this, the limit isn't checked, because reaching it would
 * require hundreds of thousands of such values.
 */
const minMeasuredBytes = 1_024;
/** The nesting level of a variable's value in project.json. */
const valueIndentLevel = 3;

/** Returns the size of a value as JSON that has one item per line and is indented by depth. */
const measureIndentedJson = (value: unknown, depth: number): number => {
  if (typeof value !== 'object' || value === null) return measureJsonBytes(value);
  const lineBytes = 2 * depth + 4;
  let bytes = 2 + lineBytes;
  if (Array.isArray(value))
    for (const item of value) bytes += lineBytes + measureIndentedJson(item, depth + 1);
  else {
    for (const [name, item] of Object.entries(value))
      bytes += lineBytes + measureJsonBytes(name) + 2 + measureIndentedJson(item, depth + 1);
  }
  return bytes;
};

const measureCache = new WeakMap<MeasuredVariable, { readonly value: unknown; readonly bytes: number }>();

const measureVariable = (variable: MeasuredVariable): number => {
  const { name, value } = variable;
  const cached = measureCache.get(variable);
  if (cached && cached.value === value) return cached.bytes;
  const bytes = variableOverheadBytes + measureJsonBytes(name) + measureIndentedJson(value, valueIndentLevel);
  measureCache.set(variable, { value, bytes });
  return bytes;
};

/**
 * Checks the size limit before a variable is added or changed.
 * @param next the variable after the change
 * @throws ApiError INVALID_VALUE when project.json would become too large to be read
 */
export const checkProjectFileSize = (
  variables: ReadonlyMap<string, MeasuredVariable>,
  next: MeasuredVariable,
): void => {
  const existing = variables.get(next.id);
  const bytes = measureVariable(next);
  if (existing && bytes <= variableOverheadBytes + minMeasuredBytes) return;
  let total = bytes + variableOverheadBytes;
  for (const variable of variables.values()) if (variable !== existing) total += measureVariable(variable);
  if (total <= maxProjectFileBytes) return;
  throw new ApiError(
    'INVALID_VALUE',
    `With '${next.name}', project.json would have more than ${maxProjectFileBytes} bytes, the most that is read.`,
    { limit: maxProjectFileBytes },
    'GET /api/variables shows what variables hold; delete some, or write shorter values.',
  );
};
