import jsonata from 'jsonata';
import { getByPath, isRecord, type JsonRecord } from '../../json.ts';

/** A key that has the same meaning in a dotted path and in a JSONata expression. */
const unquotedStepPattern = /^(?!(true|false|null|and|or|in)$)[A-Za-z_]\w*$/;

/** Whether an expression can contain the key. JSONata can't escape a backtick in a name. */
export const isQuotable = (key: string): boolean => !key.includes('`');

/** Formats a key as a step of an expression. Keys of other characters, such as `route template`, are quoted. */
export const toPathStep = (key: string): string => (unquotedStepPattern.test(key) ? key : `\`${key}\``);

/**
 * The context of a record: for a port, its node, the type of this node, the graph, and the list in which the port was
 * found. For an event, all arguments of the callback.
 */
export interface RecordContext {
  readonly node?: JsonRecord | undefined;
  /** The key under which the node contains the port, if the node has several lists of ports. */
  readonly list?: string | undefined;
  readonly nodeType?: JsonRecord | undefined;
  readonly graph?: JsonRecord | undefined;
  readonly args?: readonly unknown[];
}

/** Reads a value from a record. Returns `undefined` if the record does not contain the value. */
export type FieldReader = (record: unknown, context?: RecordContext) => unknown;

/** A path without operators, such as `value.0.raw-text`. Each step is taken literally as a key. */
const plainPathPattern = /^[^\s()[\]{}'"`?:=<>!&|+*/%^~@#;,]*$/;

/** A single name, which means the same as a path and as an expression. */
const namePattern = /^(?!(true|false|null)$)[A-Za-z_]\w*$/;

/**
 * Compiles a JSONata expression. The expression can use the fields of the record and, as its context, `node`, `list`,
 * `nodeType`, `graph` and `args`. If the record has a field with one of these names, the context is available as `$node`
 * and so on. A dotted path is an expression, too.
 * @throws SyntaxError if the text can't be parsed
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
      // Copies the result, because JSONata's results have extra properties that the copy does not have.
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

/** Whether a text can be parsed as an expression. A dotted path need not be parsable. */
export const isExpression = (text: string): boolean => {
  try {
    jsonata(text);
    return true;
  } catch {
    return false;
  }
};
