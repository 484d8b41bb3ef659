import { getByPath, isRecord, includesDeep, filterStrings } from '../../json.ts';
import { eventKinds } from './event-kinds.ts';
import type { JsonRecord } from '../../json.ts';

/** A message in an AsyncAPI document. */
interface CatalogMessage {
  /** The location of the message, as the parts of a JSON pointer. */
  readonly path: readonly string[];
  /** All names of the message: its key, its name, its title, and its channel if the channel has no other message. */
  readonly names: ReadonlySet<string>;
  /** The constant values in the payload of the message. One of them is its event kind. */
  readonly constants: ReadonlySet<string>;
  readonly record: JsonRecord;
}

/**
 * Returns the messages of an AsyncAPI document. Messages in the components come first. A message that a channel refers
 * to appears twice.
 */
const listCatalogMessages = (document: unknown): readonly CatalogMessage[] => [
  ...listEntriesAt(document, ['components', 'messages']).flatMap(([key, message]) =>
    parseMessage(document, ['components', 'messages', key], message, [key]),
  ),
  ...listEntriesAt(document, ['channels']).flatMap(([name, channel]) => {
    const path = ['channels', name, 'messages'];
    const members = listEntriesAt(document, path);
    const channelNames =
      members.length === 1 ? [name, ...filterStrings([getByPath(channel, 'address')])] : [];
    return members.flatMap(([key, message]) =>
      parseMessage(document, [...path, key], message, [key, ...channelNames]),
    );
  }),
];

/**
 * Returns the event kinds of a catalog: first the description's kinds wherever the catalog contains them, in the order
 * of the description, then other dotted names of messages. A catalog that is not JSON is searched as text.
 */
export const listEventKinds = (document: unknown): readonly string[] => {
  const listedMessages =
    typeof document === 'string'
      ? eventKinds.filter((kind) => document.includes(kind))
      : eventKinds.filter((kind) => includesDeep(document, kind));
  const namedMessages = listCatalogMessages(document).flatMap(({ names }) =>
    [...names].filter((name) => dottedPattern.test(name)),
  );
  return [...new Set([...listedMessages, ...namedMessages])];
};

/** Returns the fields by which filters select events of a kind, if the catalog lists them (`x-filter-fields`). */
export const getFilterFields = (document: unknown, kind: string): readonly string[] =>
  listCatalogMessages(document)
    .filter(({ names, constants }) => names.has(kind) || constants.has(kind))
    .flatMap(({ record }) => filterStrings(record['x-filter-fields']));

/** Returns the location of an event kind's payload schema, as the parts of a JSON pointer. */
export const findPayloadPath = (document: unknown, kind: string): readonly string[] | undefined => {
  const messages = listCatalogMessages(document).filter(({ record }) => isRecord(record.payload));
  const message =
    messages.find(({ names }) => names.has(kind)) ?? messages.find(({ constants }) => constants.has(kind));
  return (
    message && [
      ...message.path,
      'payload',
      ...(isRecord(getByPath(message.record, 'payload.schema')) ? ['schema'] : []),
    ]
  );
};

const dottedPattern = /^[a-z][\w-]*(\.[\w-]+)+$/i;

const parseMessage = (
  document: unknown,
  path: readonly string[],
  value: unknown,
  schemaNames: readonly string[],
): readonly CatalogMessage[] => {
  const resolved = resolveReference(document, path, value);
  if (!resolved) return [];
  const { record } = resolved;
  const names = new Set(filterStrings([...schemaNames, record.name, record.title]));
  return [{ path: resolved.path, names, constants: listConstants(document, record.payload), record }];
};

const listConstants = (document: unknown, payload: unknown): ReadonlySet<string> => {
  const schema = resolveReference(document, [], getByPath(payload, 'schema') ?? payload)?.record;
  const values = listEntries(schema?.properties).flatMap(([, property]) => [
    getByPath(property, 'const'),
    ...filterStrings(getByPath(property, 'enum')),
  ]);
  return new Set(filterStrings(values));
};

/** Returns a record or, if the record is a reference, the record within the document that the reference points to. */
const resolveReference = (
  document: unknown,
  path: readonly string[],
  value: unknown,
): { readonly path: readonly string[]; readonly record: JsonRecord } | undefined => {
  if (!isRecord(value)) return undefined;
  const reference = value.$ref;
  if (typeof reference !== 'string') return { path, record: value };
  if (!reference.startsWith('#/')) return undefined;
  const target = reference.slice(2).split('/').map(unescapePointer);
  const record = target.reduce(getProperty, document);
  return isRecord(record) && record.$ref === undefined ? { path: target, record } : undefined;
};

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const getProperty = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

const listEntriesAt = (document: unknown, path: readonly string[]) =>
  listEntries(path.reduce(getProperty, document));

const listEntries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(value) ? Object.entries(value) : [];
