import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { filterStrings, getByPath, includesDeep, isRecord, type JsonRecord, walkJson } from '../../json.ts';
import type { RequirementId } from '../../requirements/index.ts';

/** The requirement that covers each event kind of the description. */
export const requirementsByKind: Readonly<Record<string, RequirementId>> = {
  'graph.running': 'EVENT-001',
  'graph.stopped': 'EVENT-002',
  'node.executing': 'EVENT-003',
  'node.done': 'EVENT-004',
  'ports.updated': 'EVENT-005',
  'variable.changed': 'EVENT-006',
  'variable.deleted': 'EVENT-007',
  'console.log': 'EVENT-008',
  'tween.completed': 'EVENT-009',
  'tween.cancelled': 'EVENT-010',
  'webhook.received': 'EVENT-011',
  'streaming.event': 'EVENT-012',
  'midi.input': 'EVENT-013',
  'process.loaded': 'EVENT-014',
  'process.exited': 'EVENT-015',
  'animation.playback.started': 'EVENT-016',
  'animation.playback.completed': 'EVENT-016',
  'animation.playback.stopped': 'EVENT-016',
  'animation.playback.looped': 'EVENT-016',
  'animation.playback.direction.changed': 'EVENT-016',
  'animation.playback.held': 'EVENT-016',
  'animation.playback.paused': 'EVENT-016',
  'animation.playback.resumed': 'EVENT-016',
  'animation.playback.marker': 'EVENT-017',
  'project.opened': 'EVENT-018',
  'project.closed': 'EVENT-018',
  'scene.activated': 'EVENT-019',
  'scene.deactivated': 'EVENT-019',
  'camera.changed': 'EVENT-020',
  'runtime.connected': 'EVENT-021',
  'runtime.disconnected': 'EVENT-021',
};

/** Returns the requirement that covers a documented kind. */
export const getKindRequirement = (kind: string): RequirementId => {
  const row = requirementsByKind[kind];
  if (row === undefined) throw new Error(`The description does not name ${kind}`);
  return row;
};

/** The event kinds that the description names. */
export const eventKinds: readonly string[] = Object.keys(requirementsByKind);

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

/**
 * Validates an event against the target's own catalog. Returns `undefined` if the catalog has no payload schema for the
 * event's kind.
 */
export type PayloadValidator = (event: {
  readonly type: string | undefined;
  readonly args: readonly unknown[];
}) => { readonly fault: string | undefined } | undefined;

const catalogId = 'https://catalog.invalid/events';

/** Creates a validator that compiles the payload schemas of an AsyncAPI document on first use. */
export const createPayloadValidator = (document: unknown): PayloadValidator => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  if (isRecord(document)) ajv.addSchema({ ...document, $id: catalogId });
  const compiled = new Map<string, ReturnType<typeof compilePayloadSchema>>();
  const getValidator = (kind: string) => {
    if (!compiled.has(kind)) compiled.set(kind, compilePayloadSchema(ajv, findPayloadPath(document, kind)));
    return compiled.get(kind);
  };

  return (event) => {
    const validate = getValidator(event.type ?? '');
    if (!validate) return undefined;
    // A schema may describe either the whole argument or only the payload, wherever the envelope contains the payload.
    if ([...walkJson(event.args)].some((value) => validate(value))) return { fault: undefined };
    validate(event.args[0]);
    return { fault: ajv.errorsText(validate.errors, { dataVar: 'event' }) };
  };
};

/** Compiles the payload schema at a path. If the schema is missing or can't be compiled, nothing is validated. */
const compilePayloadSchema = (ajv: Ajv, path: readonly string[] | undefined) => {
  if (path === undefined) return undefined;
  try {
    return ajv.compile({ $ref: `${catalogId}#${path.map((part) => `/${escapePointer(part)}`).join('')}` });
  } catch {
    return undefined;
  }
};

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
