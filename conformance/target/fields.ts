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
import type { RecordContext } from './field-readers/expression.ts';
import type { FieldLookup } from './field-readers/field-source.ts';
import type { Direction } from './field-readers/parse-words.ts';

/** A map whose keys are numbers. */
const isIndexedMap = (value: unknown): value is JsonRecord =>
  isRecord(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** Reads what the description does not show: where it lies is the implementation's choice. */
export const createFields = (look: FieldLookup, nodeTypeOf: (node: JsonRecord) => JsonRecord | undefined) => {
  const read = (record: unknown, field: FieldName, around?: RecordContext): unknown =>
    look(field, record, around);

  /** 'input' or 'output', from what a port record or what stands around it says. */
  const direction = (port: JsonRecord, around?: RecordContext): Direction | undefined => {
    const said = look('port.direction', port, around, (value) => parseDirection(value) !== undefined);
    return parseDirection(said);
  };

  /** The ports of a node with their names and directions; undefined where it has no list of them. */
  const ports = (
    node: JsonRecord,
    around: Pick<RecordContext, 'graph'> = {},
  ): readonly ParsedPort[] | undefined =>
    parsePorts(node, look('node.ports', node, around, isContainer))?.map(({ record, list, key }) => {
      const place = { ...around, node, nodeType: nodeTypeOf(node), list };
      const [name = key] = filterStrings([look('port.name', record, place, isText)]);
      return { record, list, name, direction: direction(record, place) };
    });

  /** The elements of a list, bare or wrapped. */
  const items = (body: unknown): readonly unknown[] | undefined => {
    if (Array.isArray(body)) return body;
    const wrapped = getByPath(body, 'items');
    return Array.isArray(wrapped) ? wrapped : undefined;
  };

  /** Options, and the index of each where a map keeps them by it. */
  const options = (body: unknown): readonly { readonly option: unknown; readonly key?: number }[] => {
    const list = Array.isArray(body) || isIndexedMap(body) ? body : look('options', body, {}, isContainer);
    if (isIndexedMap(list))
      return Object.entries(list).map(([key, option]) => ({ option, key: Number(key) }));
    return (Array.isArray(list) ? list : Object.values(isRecord(list) ? list : {})).map((option) => ({
      option,
    }));
  };

  const labelOf = (option: unknown): string | undefined =>
    filterStrings([isRecord(option) ? look('option.label', option, {}, isText) : option])[0];

  /** The value in the answer of a port read; undefined where a record shows none that can be told from the rest. */
  const portValue = (body: unknown): unknown => {
    const isPart = (value: unknown): boolean => value !== undefined && !(isRecord(body) && value === body);
    return look('port.value', body, {}, isPart);
  };

  /** The numbers of a Vector3 or a Color that was read; undefined where its shape tells none. */
  const components = (type: string, value: unknown): readonly number[] | undefined => {
    const key = type === 'Color' ? 'color.components' : 'vector.components';
    const told = look(key, value, {}, (list) => parseVectorComponents(type, list) !== undefined);
    return parseVectorComponents(type, told);
  };

  /** The port of either end, among those that are known to be outputs or inputs. */
  const ends = (
    connection: unknown,
    known: { readonly outputs: ReadonlySet<Id>; readonly inputs: ReadonlySet<Id> },
  ): { readonly output: Id | undefined; readonly input: Id | undefined } => {
    const end = (key: 'connection.output' | 'connection.input', among: ReadonlySet<Id>): Id | undefined => {
      const told = look(key, connection, {}, (value) => findEndPort(value, among) !== undefined);
      return findEndPort(told, among);
    };
    return { output: end('connection.output', known.outputs), input: end('connection.input', known.inputs) };
  };

  return {
    read,
    direction,
    ports,
    items,
    /** The labels of a dropdown, from texts or from records. */
    labels: (body: unknown): readonly string[] =>
      options(body).flatMap(({ option }) => labelOf(option) ?? []),
    /** The options of a dropdown with the index that each carries; undefined where it carries none. */
    options: (body: unknown): readonly ParsedOption[] =>
      options(body).flatMap(({ option, key }) => {
        const label = labelOf(option);
        const index = isRecord(option) ? look('option.index', option, {}, Number.isInteger) : key;
        return label === undefined ? [] : { label, index: index as number | undefined };
      }),
    portValue,
    components,
    ends,
    /** A yes or no, be it a flag or a word that says it; undefined where neither is there. */
    truth: (record: unknown, field: FieldName): boolean | undefined =>
      parseYesNo(
        isRecord(record) ? look(field, record, {}, (value) => parseYesNo(value) !== undefined) : record,
      ),
    /** The names that a catalog of types lists. */
    names: (listed: unknown): readonly string[] => listTypeNames(listed, look),
    /** The categories of node types that a body lists. */
    categories: (body: unknown): readonly ParsedCategory[] => parseCategories(body, items(body), look),
    /** The elements of a list or a map by the names that a field of theirs, or their key, tells. */
    named: (list: unknown, field: FieldName): readonly { readonly name: string; readonly entry: unknown }[] =>
      (Array.isArray(list)
        ? list.map((entry) => ['', entry] as const)
        : Object.entries(isRecord(list) ? list : {})
      ).flatMap(([key, entry]) => {
        const told = isRecord(entry) ? look(field, entry, {}, isText) : entry;
        const [name] = filterStrings([told, key]).filter((text) => text !== '');
        return name === undefined ? [] : [{ name: key === '' ? name : key, entry }];
      }),
    /** The names of the ports in the record of a node type. */
    portNames: (nodeType: JsonRecord): readonly string[] => {
      const lists = [nodeType.ports, nodeType.inputs, nodeType.outputs];
      return listPortNames(
        look('node.ports', nodeType, {}, isContainer) ?? lists.filter(isContainer),
        (port) => look('port.name', port, {}, isText),
      );
    },
  };
};

export type Fields = ReturnType<typeof createFields>;

export interface ParsedPort {
  readonly record: JsonRecord;
  /** The key under which it lies, where the ports of a node are not all in one list. */
  readonly list: string | undefined;
  readonly name: string | undefined;
  readonly direction: Direction | undefined;
}

interface ParsedOption {
  readonly label: string;
  readonly index: number | undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** A list or a map. */
const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

export type { Direction } from './field-readers/parse-words.ts';
