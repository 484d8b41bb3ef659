/** How large variables make project.json, so that none makes it too large to be read (register: C-291). */
import { ApiError } from '#spec/errors.ts';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { measureJsonBytes } from '../graphs/graph-file-size.ts';

/** What is measured of a variable. */
interface MeasuredVariable {
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
}

/** What a variable has beside its name and value, and what stands around all of them. */
const variableOverheadBytes = 256;
/** Values this small are not looked at: there would have to be hundreds of thousands. */
const minMeasuredBytes = 1_024;
/** Levels of project.json around a value. */
const valueIndentLevel = 3;

/** The bytes of a value as JSON with an item a line, each indented by its depth. */
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
  const known = measureCache.get(variable);
  if (known && known.value === value) return known.bytes;
  const bytes = variableOverheadBytes + measureJsonBytes(name) + measureIndentedJson(value, valueIndentLevel);
  measureCache.set(variable, { value, bytes });
  return bytes;
};

/**
 * To be called before a variable is added, or gets another value.
 * @param next the variable as it will be
 * @throws Fault INVALID_VALUE when project.json would become too large to be read
 */
export const checkProjectFileSize = (
  variables: ReadonlyMap<string, MeasuredVariable>,
  next: MeasuredVariable,
): void => {
  const present = variables.get(next.id);
  const bytes = measureVariable(next);
  if (present && bytes <= variableOverheadBytes + minMeasuredBytes) return;
  let total = bytes + variableOverheadBytes;
  for (const variable of variables.values()) if (variable !== present) total += measureVariable(variable);
  if (total <= maxProjectFileBytes) return;
  throw new ApiError(
    'INVALID_VALUE',
    `With '${next.name}', project.json would have more than ${maxProjectFileBytes} bytes, the most that is read.`,
    { limit: maxProjectFileBytes },
    'GET /api/variables shows what variables hold; delete some, or write shorter values.',
  );
};
