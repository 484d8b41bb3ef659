/** Parses the ports of a node. The ports may be in one list, in two lists, or in maps keyed by name. */
import { filterRecords, filterStrings, isRecord, type JsonRecord } from '../../json.ts';
import { type Id, isId } from '../id.ts';
import type { FieldLookup } from './field-source.ts';

export interface ParsedCategory {
  readonly name: string;
  readonly record: JsonRecord;
  /** The category's nodes, exactly as the target lists them. */
  readonly nodes: readonly unknown[];
  readonly enumValues: readonly string[];
}

export const parseCategories = (
  body: unknown,
  items: readonly unknown[] | undefined,
  lookUp: FieldLookup,
) => {
  const isString = (value: unknown): boolean => typeof value === 'string';
  const toCategory = (name: string, content: unknown): ParsedCategory => {
    const entries = Array.isArray(content) ? content : lookUp('category.nodes', content, {}, isContainer);
    const nodes = Array.isArray(entries)
      ? entries
      : Object.entries(isRecord(entries) ? entries : {}).map(toNodeEntry);
    return {
      name,
      record: isRecord(content) ? content : {},
      nodes,
      enumValues: nodes.flatMap(listEnumValue),
    };
  };
  if (items) {
    return items.flatMap((item): readonly ParsedCategory[] => {
      if (typeof item === 'string') return [toCategory(item, {})];
      const name = lookUp('category.name', item, {}, isString);
      return typeof name === 'string' ? [toCategory(name, item)] : [];
    });
  }
  return isRecord(body) ? Object.entries(body).map(([name, content]) => toCategory(name, content)) : [];
};

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Converts an entry of a map that is keyed by enum value to a node. */
const toNodeEntry = ([enumValue, content]: [string, unknown]): unknown =>
  isRecord(content) ? { enumValue, ...content } : enumValue;

const listEnumValue = (node: unknown): readonly string[] =>
  filterStrings([isRecord(node) ? node.enumValue : node]);

/**
 * Returns the names in a catalog of types. The catalog may contain strings or named records, or may be a map whose keys
 * are the names.
 */
export const listTypeNames = (records: unknown, lookUp: FieldLookup): readonly string[] => {
  if (isRecord(records)) return Object.keys(records);
  if (!Array.isArray(records)) return [];
  return records.flatMap((element) =>
    filterStrings([
      isRecord(element) ? lookUp('type.name', element, {}, (value) => typeof value === 'string') : element,
    ]),
  );
};

interface IdLeaf {
  /**
   * The keys that lead to the value. If a connection contains several numbers, the keys show which number is a port's
   * id.
   */
  readonly trail: string;
  readonly value: Id;
}

/**
 * Returns the one of the given ports that a connection names. Returns `undefined` if the connection names none of the
 * given ports.
 */
export const findEndPort = (connection: unknown, ports: ReadonlySet<Id>): Id | undefined => {
  const leafValues = [...walkLeaves(connection)];
  const matching = leafValues.filter(
    ({ value }) => findMatchingPort(ports, (id) => String(id) === String(value)) !== undefined,
  );
  const [leaf] = [...matching.filter(({ trail }) => /port/i.test(trail)), ...matching];
  if (leaf) return findMatchingPort(ports, (id) => String(id) === String(leaf.value));
  const texts = leafValues.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return findMatchingPort(ports, (id) => texts.some((text) => hasWord(text, String(id))));
};

const findMatchingPort = (ports: ReadonlySet<Id>, matches: (id: Id) => boolean): Id | undefined => {
  for (const id of ports) if (matches(id)) return id;
  return undefined;
};

/** Whether a string contains a word. For example, `7` is a word of `4/7 -> 12/3`, but not of `17`. */
const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(text);

function* walkLeaves(value: unknown, trail = ''): Generator<IdLeaf> {
  if (typeof value === 'string' || typeof value === 'number') yield { trail, value };
  if (Array.isArray(value)) for (const inner of value) yield* walkLeaves(inner, trail);
  if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* walkLeaves(inner, `${trail}.${key}`);
  }
}

interface PortEntry {
  readonly record: JsonRecord;
  /** The key of the list that contains the port, if the node has several lists of ports. */
  readonly list?: string;
  /** The port's key, if the ports are in a map. */
  readonly key?: string;
}

/** Returns the ports of a node, either from the location that was read or from the node's lists and maps of ports. */
export const parsePorts = (node: JsonRecord, read: unknown): readonly PortEntry[] | undefined => {
  if (Array.isArray(read)) return filterRecords(read).map((record) => ({ record }));
  const entries = listPortEntries(isRecord(read) ? { '': read, ...read } : node);
  return entries.length > 0 || isRecord(read) || hasEmptyLists(node) ? entries : undefined;
};

/** Whether both lists of ports are empty, so that the node has no ports. */
const hasEmptyLists = ({ inputs, outputs }: JsonRecord): boolean =>
  [inputs, outputs].every((list) => typeof list === 'object' && list !== null);

const isPort = (value: unknown): value is JsonRecord =>
  isRecord(value) && isId(value.id) && typeof value.type === 'string';

const listPortEntries = (record: JsonRecord): readonly PortEntry[] =>
  Object.entries(record).flatMap(([list, value]) => {
    const location = list === '' ? {} : { list };
    if (Array.isArray(value)) {
      return value.length > 0 && value.every(isPort) ? value.map((record) => ({ record, ...location })) : [];
    }
    if (!isRecord(value)) return [];
    const entries = Object.entries(value);
    return entries.length > 0 && entries.every(([, port]) => isPort(port))
      ? entries.map(([key, port]) => ({ record: port as JsonRecord, key, ...location }))
      : [];
  });

/** Returns the port names of a node type. The names may be in lists of records or strings, or in maps keyed by name. */
export const listPortNames = (ports: unknown, getName: (port: JsonRecord) => unknown): readonly string[] => {
  if (typeof ports === 'string') return [ports];
  if (Array.isArray(ports)) return ports.flatMap((port) => listPortNames(port, getName));
  if (!isRecord(ports)) return [];
  const ownName = getName(ports);
  if (typeof ownName === 'string') return [ownName];
  return Object.entries(ports).flatMap(([key, value]) =>
    typeof value === 'string' || (isRecord(value) && isPortRecord(value))
      ? [key]
      : listPortNames(value, getName),
  );
};

/** Whether a record describes a port. If not, the record is a map of ports, keyed by name. */
const isPortRecord = (record: JsonRecord): boolean =>
  Object.keys(record).length === 0 || typeof record.type === 'string';
