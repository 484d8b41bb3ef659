import jsonata from 'jsonata';
import { getByPath, isRecord } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';

/** The context of a record: the node of a port, the type of the node, the graph, the list that it was found in. */
export interface RecordContext {
  readonly node?: JsonRecord | undefined;
  /** The key of the node under which a port was found, if its ports are in several lists. */
  readonly list?: string | undefined;
  readonly nodeType?: JsonRecord | undefined;
  readonly graph?: JsonRecord | undefined;
}

/** Reads a value from a record; undefined if it is not there. */
export type FieldReader = (record: unknown, context?: RecordContext) => unknown;

/** A path without operators, such as `value.0.raw-text`. Its steps are taken literally. */
const plainPathPattern = /^[^\s()[\]{}'"`?:=<>!&|+*/%^~@#;,]*$/;

/** A name, which means the same as a path and as an expression. */
const namePattern = /^(?!(true|false|null)$)[A-Za-z_]\w*$/;

/**
 * Compiles a JSONata expression, which sees the fields of the record and, as its context, `node`, `list`, `nodeType`
 * and `graph`; `$node` and so on if the record has a field of that name. A dotted path is an expression, too.
 * @throws SyntaxError if the text does not parse
 */
export const compileExpression = (text: string): FieldReader => {
  const reader = compiledReaders.get(text) ?? createReader(text);
  compiledReaders.set(text, reader);
  return reader;
};

const compiledReaders = new Map<string, FieldReader>();

const createReader = (text: string): FieldReader => {
  const isName = namePattern.test(text);
  const isPlain = plainPathPattern.test(text);
  const evaluate = isPlain && !isExpression(text) ? undefined : createEvaluator(text);
  return (record, context = {}) => {
    if (isName && isRecord(record) && !(text in record) && !(text in context)) return undefined;
    const direct = isPlain ? (getByPath(record, text) ?? getByPath(context, text)) : undefined;
    return direct === undefined ? evaluate?.(record, context) : direct;
  };
};

const createEvaluator = (text: string): FieldReader => {
  const expression = parseExpression(text);
  return (record, context = {}) => {
    const input = isRecord(record) ? { ...context, ...record } : record;
    try {
      // The results of JSONata have extra properties; a copy has none.
      return toPlainJson(expression.evaluate(input, { ...context, record }));
    } catch {
      return undefined;
    }
  };
};

const toPlainJson = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value;

const parseExpression = (text: string): jsonata.Expression => {
  try {
    return jsonata(text);
  } catch (error) {
    const { message, position } = error as { message: string; position?: number };
    throw new SyntaxError(position === undefined ? message : `${message} (at character ${position})`);
  }
};

const isExpression = (text: string): boolean => {
  try {
    jsonata(text);
    return true;
  } catch {
    return false;
  }
};
