import { fieldCatalog, fieldNames } from './field-catalog.ts';
import { compileExpression } from './expression.ts';
import { createReadingTally } from './reading-tally.ts';
import type { JsonRecord } from '../../json.ts';
import type { CustomReaders } from './custom-readers.ts';
import type { FieldName } from './field-catalog.ts';
import type { RecordContext, FieldReader } from './expression.ts';
import type { ReadingOrigin, Reading } from './reading-tally.ts';

/** Whether a value is one of the kind that is looked for. */
type ValueFilter = (value: unknown) => boolean;

/** Looks for what a key names, in a record and around it; undefined where nothing suits. */
export type FieldLookup = (
  key: FieldName,
  record: unknown,
  around?: RecordContext,
  suits?: ValueFilter,
) => unknown;

/** On whose behalf something is read. */
export interface ReadScope {
  readonly requirements: readonly string[];
  /** Told of every key that was looked for, and whether it was found. */
  readonly onRead?: (key: FieldName, isFound: boolean) => void;
}

interface FieldLocation {
  readonly where: string;
  readonly read: FieldReader;
}

interface FieldSourceOptions {
  /** `choices.paths` of the manifest. */
  readonly paths: Readonly<Partial<Record<FieldName, string>>>;
  /** The functions of `choices.readers`. */
  readonly customReaders?: CustomReaders | undefined;
}

/** Knows for every key where to look: what the author says, or else what was inferred, or where such things usually lie. */
export const createFieldSource = ({ paths, customReaders = {} }: FieldSourceOptions) => {
  const tally = createReadingTally();
  const learnt = new Map<FieldName, readonly FieldLocation[]>();
  let nodeTypes: ReadonlyMap<string, JsonRecord> = new Map();
  const told = new Map<string, FieldLocation>(
    Object.entries(paths).map(([key, text]) => [key, createLocation(text)]),
  );
  const usual = new Map<string, readonly FieldLocation[]>(
    Object.entries(fieldCatalog).map(([key, entry]) => [key, entry.usual.map(createLocation)]),
  );

  const waysTo = (key: FieldName): { how: ReadingOrigin; ways: readonly FieldLocation[] } => {
    const ownReader = customReaders[key];
    if (ownReader) return { how: 'module', ways: [{ where: 'choices.readers', read: ownReader }] };
    const named = told.get(key);
    if (named) return { how: 'manifest', ways: [named] };
    return { how: 'inferred', ways: [...(learnt.get(key) ?? []), ...(usual.get(key) ?? [])] };
  };

  const lookFor =
    ({ requirements, onRead }: ReadScope): FieldLookup =>
    (key, record, around = {}, suits = isDefined) => {
      if (record === undefined) return undefined;
      const { how, ways } = waysTo(key);
      for (const { where, read } of ways) {
        const value = read(record, around);
        if (!suits(value)) continue;
        tally.note(key, how, where, { sought: '', requirements });
        onRead?.(key, true);
        return value;
      }
      tally.note(key, how, undefined, { sought: ways.map(({ where }) => where).join(', '), requirements });
      onRead?.(key, false);
      return undefined;
    };

  return {
    lookFor,
    /** How the author says that a key is read; undefined where it is left to the kit. */
    saidOf: (key: FieldName): string | undefined =>
      customReaders[key] ? 'a function of choices.readers' : told.get(key)?.where,
    /** Takes up what was inferred. What the author says goes before it. */
    learn(key: FieldName, expressions: readonly string[]): void {
      learnt.set(key, expressions.map(createLocation));
    },
    /** Whether anything that the author says looks at the type of a node. */
    isTypeNamed:
      [...told.values()].some(({ where }) => where.includes('nodeType')) ||
      Object.keys(customReaders).length > 0,
    /** Takes up the records of node types, by enum value in lower case. */
    learnTypes(types: ReadonlyMap<string, JsonRecord>): void {
      nodeTypes = types;
    },
    nodeTypeOf: ({ category }: JsonRecord): JsonRecord | undefined =>
      nodeTypes.get(String(category).toLowerCase()),
    /** Whether it is known where a key is to be found: what is absent there is absent. */
    isReadable: (key: FieldName): boolean => learnt.has(key) || tally.hasFound(key),
    lean: tally.lean,
    whereFound: tally.whereFound,
    /** What was read as what; what was learnt counts as found before anybody reads it. */
    readings: (): readonly Reading[] => {
      const read = new Map(tally.readings().map((reading) => [reading.key, reading]));
      return fieldNames.flatMap((key) => {
        const reading = read.get(key);
        const ways = learnt.get(key);
        if (ways === undefined || (reading && reading.how !== 'not found')) return reading ?? [];
        const where = ways.map((way) => way.where).join(', ');
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
