/** Parses the ports of a node. The ports may be in one list, in two lists, or in maps keyed by name. */
import { isId } from '../id.ts';
import { isRecord, filterRecords } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';

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
