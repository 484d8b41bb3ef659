/** The ports of a node: in one list, in two, or in maps by name. */
import { isId } from '../id.ts';
import { isRecord, filterRecords } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';

interface PortEntry {
  readonly record: JsonRecord;
  /** The key under which it lies, where the ports of a node are not all in one list. */
  readonly list?: string;
  /** Its key in a map. */
  readonly key?: string;
}

/** The ports of a node, from where they were read to lie or else from the lists and maps of ports within the node. */
export const parsePorts = (node: JsonRecord, read: unknown): readonly PortEntry[] | undefined => {
  if (Array.isArray(read)) return filterRecords(read).map((record) => ({ record }));
  const found = listPortEntries(isRecord(read) ? { '': read, ...read } : node);
  return found.length > 0 || isRecord(read) || hasEmptyLists(node) ? found : undefined;
};

/** A node without ports says so. */
const hasEmptyLists = ({ inputs, outputs }: JsonRecord): boolean =>
  [inputs, outputs].every((list) => typeof list === 'object' && list !== null);

const isPort = (value: unknown): value is JsonRecord =>
  isRecord(value) && isId(value.id) && typeof value.type === 'string';

const listPortEntries = (holder: JsonRecord): readonly PortEntry[] =>
  Object.entries(holder).flatMap(([list, value]) => {
    const place = list === '' ? {} : { list };
    if (Array.isArray(value)) {
      return value.length > 0 && value.every(isPort) ? value.map((record) => ({ record, ...place })) : [];
    }
    if (!isRecord(value)) return [];
    const entries = Object.entries(value);
    return entries.length > 0 && entries.every(([, port]) => isPort(port))
      ? entries.map(([key, port]) => ({ record: port as JsonRecord, key, ...place }))
      : [];
  });

/** The names of the ports of a node type, which has them in lists of records or texts, or in maps by name. */
export const listPortNames = (ports: unknown, nameOf: (port: JsonRecord) => unknown): readonly string[] => {
  if (typeof ports === 'string') return [ports];
  if (Array.isArray(ports)) return ports.flatMap((port) => listPortNames(port, nameOf));
  if (!isRecord(ports)) return [];
  const own = nameOf(ports);
  if (typeof own === 'string') return [own];
  return Object.entries(ports).flatMap(([key, value]) =>
    typeof value === 'string' || (isRecord(value) && isPortRecord(value))
      ? [key]
      : listPortNames(value, nameOf),
  );
};

/** A record that tells of a port, rather than one that holds ports by their names. */
const isPortRecord = (record: JsonRecord): boolean =>
  Object.keys(record).length === 0 || typeof record.type === 'string';
