import { at, isRecord, mentions, stringsOf } from '../../json.ts';
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
const messagesIn = (document: unknown): readonly CatalogMessage[] => [
  ...entriesAt(document, ['components', 'messages']).flatMap(([key, message]) =>
    messageAt(document, ['components', 'messages', key], message, [key]),
  ),
  ...entriesAt(document, ['channels']).flatMap(([name, channel]) => {
    const path = ['channels', name, 'messages'];
    const members = entriesAt(document, path);
    const ofChannel = members.length === 1 ? [name, ...stringsOf([at(channel, 'address')])] : [];
    return members.flatMap(([key, message]) =>
      messageAt(document, [...path, key], message, [key, ...ofChannel]),
    );
  }),
];

/**
 * The event kinds that a catalog lists: those of the description, however it mentions them, in the order of the
 * description, and then what else its messages call by a dotted name. A catalog that is no JSON is searched as text.
 */
export const kindsIn = (document: unknown): readonly string[] => {
  const listed =
    typeof document === 'string'
      ? eventKinds.filter((kind) => document.includes(kind))
      : eventKinds.filter((kind) => mentions(document, kind));
  const named = messagesIn(document).flatMap(({ names }) => [...names].filter((name) => dotted.test(name)));
  return [...new Set([...listed, ...named])];
};

/** The fields of an event of a kind that filters look at, where the catalog tells (`x-filter-fields`). */
export const filterFieldsIn = (document: unknown, kind: string): readonly string[] =>
  messagesIn(document)
    .filter(({ names, constants }) => names.has(kind) || constants.has(kind))
    .flatMap(({ record }) => stringsOf(record['x-filter-fields']));

/** Where the payload schema of an event kind stands, as the parts of a JSON pointer. */
export const payloadPath = (document: unknown, kind: string): readonly string[] | undefined => {
  const messages = messagesIn(document).filter(({ record }) => isRecord(record.payload));
  const message =
    messages.find(({ names }) => names.has(kind)) ?? messages.find(({ constants }) => constants.has(kind));
  return (
    message && [
      ...message.path,
      'payload',
      ...(isRecord(at(message.record, 'payload.schema')) ? ['schema'] : []),
    ]
  );
};

const dotted = /^[a-z][\w-]*(\.[\w-]+)+$/i;

const messageAt = (
  document: unknown,
  path: readonly string[],
  value: unknown,
  called: readonly string[],
): readonly CatalogMessage[] => {
  const found = resolved(document, path, value);
  if (!found) return [];
  const { record } = found;
  const names = new Set(stringsOf([...called, record.name, record.title]));
  return [{ path: found.path, names, constants: constantsOf(document, record.payload), record }];
};

const constantsOf = (document: unknown, payload: unknown): ReadonlySet<string> => {
  const schema = resolved(document, [], at(payload, 'schema') ?? payload)?.record;
  const values = entriesOf(schema?.properties).flatMap(([, property]) => [
    at(property, 'const'),
    ...stringsOf(at(property, 'enum')),
  ]);
  return new Set(stringsOf(values));
};

/** A record, or the one that it refers to within the document. */
const resolved = (
  document: unknown,
  path: readonly string[],
  value: unknown,
): { readonly path: readonly string[]; readonly record: JsonRecord } | undefined => {
  if (!isRecord(value)) return undefined;
  const reference = value.$ref;
  if (typeof reference !== 'string') return { path, record: value };
  if (!reference.startsWith('#/')) return undefined;
  const target = reference.slice(2).split('/').map(unescaped);
  const record = target.reduce(inner, document);
  return isRecord(record) && record.$ref === undefined ? { path: target, record } : undefined;
};

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const inner = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);

const entriesAt = (document: unknown, path: readonly string[]) => entriesOf(path.reduce(inner, document));

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(value) ? Object.entries(value) : [];
