import { getByPath, isRecord, includesDeep, filterStrings } from '../../json.ts';
import { eventKinds } from './event-kinds.ts';
import type { JsonRecord } from '../../json.ts';

/** A message of an AsyncAPI document. */
interface CatalogMessage {
  /** Where it stands, as the parts of a JSON pointer. */
  readonly path: readonly string[];
  /** What it is called: its key, name and title, and its channel where it is alone there. */
  readonly names: ReadonlySet<string>;
  /** What the properties of its payload can only be: among it, its kind. */
  readonly constants: ReadonlySet<string>;
  readonly record: JsonRecord;
}

/** The messages of an AsyncAPI document, those of its components first; one that a channel refers to stands twice. */
const listCatalogMessages = (document: unknown): readonly CatalogMessage[] => [
  ...listEntriesAt(document, ['components', 'messages']).flatMap(([key, message]) =>
    parseMessage(document, ['components', 'messages', key], message, [key]),
  ),
  ...listEntriesAt(document, ['channels']).flatMap(([name, channel]) => {
    const path = ['channels', name, 'messages'];
    const members = listEntriesAt(document, path);
    const ofChannel = members.length === 1 ? [name, ...filterStrings([getByPath(channel, 'address')])] : [];
    return members.flatMap(([key, message]) =>
      parseMessage(document, [...path, key], message, [key, ...ofChannel]),
    );
  }),
];

/**
 * The event kinds that a catalog lists: those of the description, however it mentions them, in the order of the
 * description, and then what else its messages call by a dotted name. A catalog that is no JSON is searched as text.
 */
export const listEventKinds = (document: unknown): readonly string[] => {
  const listed =
    typeof document === 'string'
      ? eventKinds.filter((kind) => document.includes(kind))
      : eventKinds.filter((kind) => includesDeep(document, kind));
  const named = listCatalogMessages(document).flatMap(({ names }) =>
    [...names].filter((name) => dottedPattern.test(name)),
  );
  return [...new Set([...listed, ...named])];
};

/** The fields of an event of a kind that filters look at, where the catalog tells (`x-filter-fields`). */
export const getFilterFields = (document: unknown, kind: string): readonly string[] =>
  listCatalogMessages(document)
    .filter(({ names, constants }) => names.has(kind) || constants.has(kind))
    .flatMap(({ record }) => filterStrings(record['x-filter-fields']));

/** Where the payload schema of an event kind stands, as the parts of a JSON pointer. */
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
  called: readonly string[],
): readonly CatalogMessage[] => {
  const found = resolveReference(document, path, value);
  if (!found) return [];
  const { record } = found;
  const names = new Set(filterStrings([...called, record.name, record.title]));
  return [{ path: found.path, names, constants: listConstants(document, record.payload), record }];
};

const listConstants = (document: unknown, payload: unknown): ReadonlySet<string> => {
  const schema = resolveReference(document, [], getByPath(payload, 'schema') ?? payload)?.record;
  const values = listEntries(schema?.properties).flatMap(([, property]) => [
    getByPath(property, 'const'),
    ...filterStrings(getByPath(property, 'enum')),
  ]);
  return new Set(filterStrings(values));
};

/** A record, or the one that it refers to within the document. */
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
