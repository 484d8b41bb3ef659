import { getByPath, isRecord, filterStrings } from '../json.ts';
import { parseCategories, listTypeNames } from './field-readers/parse-categories.ts';
import { parseVectorComponents } from './field-readers/parse-vector.ts';
import { findEndPort } from './field-readers/connection-ends.ts';
import { listPortNames, parsePorts } from './field-readers/parse-ports.ts';
import { parseDirection, parseYesNo } from './field-readers/parse-words.ts';
import type { JsonRecord } from '../json.ts';
import type { Id } from './id.ts';
import type { ParsedCategory } from './field-readers/parse-categories.ts';
import type { FieldName } from './field-readers/field-catalog.ts';
import type { RecordContext } from './field-readers/jsonata-expression.ts';
import type { FieldLookup } from './field-readers/field-source.ts';
import type { Direction } from './field-readers/parse-words.ts';

/** Whether a value is a map with numeric keys. */
const isIndexedMap = (value: unknown): value is JsonRecord =>
  isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/**
 * Creates functions that read the fields that the description does not show. Implementations choose where these fields
 * are.
 */
export const createFields = (
  lookUp: FieldLookup,
  findNodeType: (node: JsonRecord) => JsonRecord | undefined,
) => {
  const read = (record: unknown, field: FieldName, context?: RecordContext): unknown =>
    lookUp(field, record, context);

  /** Returns 'input' or 'output' according to a port's record or the record's context. */
  const direction = (port: JsonRecord, context?: RecordContext): Direction | undefined => {
    const rawDirection = lookUp(
      'port.direction',
      port,
      context,
      (value) => parseDirection(value) !== undefined,
    );
    return parseDirection(rawDirection);
  };

  /**
   * Returns the ports of a node with their names and directions. Returns `undefined` if the node has no list of ports.
   */
  const ports = (
    node: JsonRecord,
    context: Pick<RecordContext, 'graph'> = {},
  ): readonly ParsedPort[] | undefined =>
    parsePorts(node, lookUp('node.ports', node, context, isContainer))?.map(({ record, list, key }) => {
      const portContext = { ...context, node, nodeType: findNodeType(node), list };
      const [name = key] = filterStrings([lookUp('port.name', record, portContext, isString)]);
      return { record, list, name, direction: direction(record, portContext) };
    });

  /** Returns the elements of a list, which may be bare or wrapped. */
  const items = (body: unknown): readonly unknown[] | undefined => {
    if (Array.isArray(body)) return body;
    const wrapped = getByPath(body, 'items');
    return Array.isArray(wrapped) ? wrapped : undefined;
  };

  /** Returns the options. If the options are in a map that is keyed by index, returns each option with its index. */
  const options = (body: unknown): readonly { readonly option: unknown; readonly key?: number }[] => {
    const list = Array.isArray(body) || isIndexedMap(body) ? body : lookUp('options', body, {}, isContainer);
    if (isIndexedMap(list))
      return Object.entries(list).map(([key, option]) => ({ option, key: Number(key) }));
    return (Array.isArray(list) ? list : Object.values(isRecord(list) ? list : {})).map((option) => ({
      option,
    }));
  };

  const getLabel = (option: unknown): string | undefined =>
    filterStrings([isRecord(option) ? lookUp('option.label', option, {}, isString) : option])[0];

  /**
   * Returns the value in the response of a port read. Returns `undefined` if the response is a record in which no value
   * can be identified.
   */
  const portValue = (body: unknown): unknown => {
    const isPart = (value: unknown): boolean => value !== undefined && !(isRecord(body) && value === body);
    return lookUp('port.value', body, {}, isPart);
  };

  /** Returns the numbers of a Vector3 or a Color. Returns `undefined` if the shape is not understood. */
  const components = (type: string, value: unknown): readonly number[] | undefined => {
    const key = type === 'Color' ? 'color.components' : 'vector.components';
    const found = lookUp(key, value, {}, (list) => parseVectorComponents(type, list) !== undefined);
    return parseVectorComponents(type, found);
  };

  /** Returns the port at either end of a connection, out of the known outputs or inputs. */
  const ends = (
    connection: unknown,
    knownPorts: { readonly outputs: ReadonlySet<Id>; readonly inputs: ReadonlySet<Id> },
  ): { readonly output: Id | undefined; readonly input: Id | undefined } => {
    const end = (
      key: 'connection.output' | 'connection.input',
      candidates: ReadonlySet<Id>,
    ): Id | undefined => {
      const found = lookUp(key, connection, {}, (value) => findEndPort(value, candidates) !== undefined);
      return findEndPort(found, candidates);
    };
    return {
      output: end('connection.output', knownPorts.outputs),
      input: end('connection.input', knownPorts.inputs),
    };
  };

  return {
    read,
    direction,
    ports,
    items,
    /** Returns the labels of a dropdown's options, which may be strings or records. */
    labels: (body: unknown): readonly string[] =>
      options(body).flatMap(({ option }) => getLabel(option) ?? []),
    /** Returns the options of a dropdown, each with its index if it has one. */
    options: (body: unknown): readonly ParsedOption[] =>
      options(body).flatMap(({ option, key }) => {
        const label = getLabel(option);
        const index = isRecord(option) ? lookUp('option.index', option, {}, Number.isInteger) : key;
        return label === undefined ? [] : { label, index: index as number | undefined };
      }),
    portValue,
    components,
    ends,
    /**
     * Returns the value of a boolean field, which may also contain a word that means yes or no. Returns `undefined` if
     * the record contains neither a boolean nor such a word.
     */
    truth: (record: unknown, field: FieldName): boolean | undefined =>
      parseYesNo(
        isRecord(record) ? lookUp(field, record, {}, (value) => parseYesNo(value) !== undefined) : record,
      ),
    /** Returns the names in a catalog of types. */
    names: (listed: unknown): readonly string[] => listTypeNames(listed, lookUp),
    /** Returns the categories of node types in a body. */
    categories: (body: unknown): readonly ParsedCategory[] => parseCategories(body, items(body), lookUp),
    /**
     * Returns the elements of a list or a map, each with its name. The name is either in one of the element's fields or
     * the key of the element in the map.
     */
    named: (list: unknown, field: FieldName): readonly { readonly name: string; readonly entry: unknown }[] =>
      (Array.isArray(list)
        ? list.map((entry) => ['', entry] as const)
        : Object.entries(isRecord(list) ? list : {})
      ).flatMap(([key, entry]) => {
        const entryName = isRecord(entry) ? lookUp(field, entry, {}, isString) : entry;
        const [name] = filterStrings([entryName, key]).filter((text) => text !== '');
        return name === undefined ? [] : [{ name: key === '' ? name : key, entry }];
      }),
    /** Returns the port names in the record of a node type. */
    portNames: (nodeType: JsonRecord): readonly string[] => {
      const lists = [nodeType.ports, nodeType.inputs, nodeType.outputs];
      return listPortNames(
        lookUp('node.ports', nodeType, {}, isContainer) ?? lists.filter(isContainer),
        (port) => lookUp('port.name', port, {}, isString),
      );
    },
  };
};

export type Fields = ReturnType<typeof createFields>;

export interface ParsedPort {
  readonly record: JsonRecord;
  /** The key of the list that contains the port, if the node has several lists of ports. */
  readonly list: string | undefined;
  readonly name: string | undefined;
  readonly direction: Direction | undefined;
}

export interface ParsedOption {
  readonly label: string;
  readonly index: number | undefined;
}

const isString = (value: unknown): boolean => typeof value === 'string';

/** Whether a value is a list or a map. */
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

export type { Direction } from './field-readers/parse-words.ts';
