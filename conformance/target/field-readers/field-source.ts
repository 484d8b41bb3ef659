import { fieldCatalog, fieldNames } from './field-catalog.ts';
import { isInDomain, isProvablyAbsent } from './field-domains.ts';
import { compileExpression, isExpression } from './jsonata-expression.ts';
import { createReadingTally } from './reading-tally.ts';
import type { JsonRecord } from '../../json.ts';
import type { CustomReaders } from './custom-readers.ts';
import type { FieldName } from './field-catalog.ts';
import type { RecordContext, FieldReader } from './jsonata-expression.ts';
import type { ReadingOrigin, Reading } from './reading-tally.ts';

type ValueFilter = (value: unknown) => boolean;

/** Finds the value of a field in a record and its context. Returns `undefined` if no value is suitable. */
export type FieldLookup = (
  key: FieldName,
  record: unknown,
  context?: RecordContext,
  isValid?: ValueFilter,
) => unknown;

/** The requirements for which a field is read, and a function that is called for each field. */
export interface ReadScope {
  readonly requirements: readonly string[];
  readonly onRead?: (key: FieldName, result: ReadResult) => void;
}

/**
 * What looking up a field showed. `absent` means that the field is certainly missing: the manifest states where it
 * would be, or nothing in the record could be its value. `unknown` means that it may be where the kit did not look.
 */
type ReadResult = 'found' | 'absent' | 'unknown';

interface FieldLocation {
  readonly where: string;
  readonly read: FieldReader;
}

interface FieldSourceOptions {
  /** The manifest's `choices.paths`. */
  readonly paths: { readonly [K in FieldName]?: string | undefined };
  /** The functions of the module in the manifest's `choices.readers`. */
  readonly customReaders?: CustomReaders | undefined;
}

/**
 * Creates the source of field locations. For every field, the manifest takes precedence, followed by inferred locations
 * and then the default locations.
 */
export const createFieldSource = ({ paths, customReaders = {} }: FieldSourceOptions) => {
  const tally = createReadingTally();
  const discovered = new Map<FieldName, readonly FieldLocation[]>();
  let nodeTypes: ReadonlyMap<string, JsonRecord> = new Map();
  const declared = new Map<string, FieldLocation>(
    Object.entries(paths).flatMap(([key, text]) => (text === undefined ? [] : [[key, createLocation(text)]])),
  );
  const defaults = new Map<string, readonly FieldLocation[]>(
    Object.entries(fieldCatalog).map(([key, entry]) => [key, entry.defaultLocations.map(createLocation)]),
  );

  const findLocations = (key: FieldName): { how: ReadingOrigin; locations: readonly FieldLocation[] } => {
    const customReader = customReaders[key];
    if (customReader) return { how: 'module', locations: [{ where: 'choices.readers', read: customReader }] };
    const declaredLocation = declared.get(key);
    if (declaredLocation) return { how: 'manifest', locations: [declaredLocation] };
    return { how: 'inferred', locations: [...(discovered.get(key) ?? []), ...(defaults.get(key) ?? [])] };
  };

  const createLookup =
    ({ requirements, onRead }: ReadScope): FieldLookup =>
    (key, record, context = {}, isValid = isDefined) => {
      if (record === undefined) return undefined;
      const { how, locations } = findLocations(key);
      for (const { where, read } of locations) {
        const value = read(record, context);
        if (!isValid(value) || (how === 'inferred' && !isInDomain(key, value))) continue;
        tally.note(key, how, where, { sought: '', requirements });
        onRead?.(key, 'found');
        return value;
      }
      tally.note(key, how, undefined, {
        sought: locations.map(({ where }) => where).join(', '),
        requirements,
      });
      onRead?.(key, how !== 'inferred' || isProvablyAbsent(key, record) ? 'absent' : 'unknown');
      return undefined;
    };

  return {
    createLookup,
    /**
     * Describes the location that the manifest gives for a field. Returns `undefined` if the manifest gives no
     * location.
     */
    describeOverride: (key: FieldName): string | undefined =>
      customReaders[key] ? 'a function of choices.readers' : declared.get(key)?.where,
    /**
     * Adds inferred expressions for a field. The manifest's expressions still take precedence. An expression that can't
     * be parsed is dropped, because the names that a target chooses must not end the run.
     */
    learn(key: FieldName, expressions: readonly string[]): void {
      discovered.set(key, expressions.filter(isExpression).map(createLocation));
    },
    /** Whether any expression or custom reader of the manifest may use the type of a node. */
    isTypeNamed:
      [...declared.values()].some(({ where }) => where.includes('nodeType')) ||
      Object.keys(customReaders).length > 0,
    /** Adds the records of node types, keyed by lower-case enum value. */
    learnTypes(types: ReadonlyMap<string, JsonRecord>): void {
      nodeTypes = types;
    },
    findNodeType: ({ category }: JsonRecord): JsonRecord | undefined =>
      nodeTypes.get(String(category).toLowerCase()),
    /** Whether the location of a field is known. If the location is known, a missing value is really absent. */
    isReadable: (key: FieldName): boolean => discovered.has(key) || tally.hasFound(key),
    lean: tally.lean,
    whereFound: tally.whereFound,
    /** Returns which fields were read at which locations. An inferred field counts as found even before it is read. */
    readings: (): readonly Reading[] => {
      const read = new Map(tally.readings().map((reading) => [reading.key, reading]));
      return fieldNames.flatMap((key) => {
        const reading = read.get(key);
        const locations = discovered.get(key);
        if (locations === undefined || (reading && reading.how !== 'not found')) return reading ?? [];
        const where = locations.map((location) => location.where).join(', ');
        return { key, how: 'inferred' as const, where, requirements: reading?.requirements ?? 0 };
      });
    },
  };
};

export type FieldSource = ReturnType<typeof createFieldSource>;

const createLocation = (text: string): FieldLocation => ({
  where: text === '' ? 'the record itself' : text,
  read: compileExpression(text),
});

const isDefined: ValueFilter = (value) => value !== undefined;
