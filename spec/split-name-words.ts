/** Words that are treated as equal in names. Each word occurs in only one row. */
const synonyms: readonly (readonly string[])[] = [
  ['set', 'setter', 'write', 'assign', 'change'],
  ['get', 'getter', 'read', 'fetch', 'query'],
  ['spawn', 'spawner', 'create', 'instantiate', 'make', 'new'],
  ['destroy', 'delete', 'remove', 'despawn'],
  ['log', 'logger', 'print', 'echo'],
  ['delay', 'wait', 'sleep'],
  ['start', 'begin', 'awake'],
  ['frame', 'tick', 'update'],
  ['branch', 'if', 'condition'],
  ['loop', 'repeat', 'iterate'],
  ['position', 'location'],
  ['translate', 'translation', 'move'],
  ['rotate', 'rotation', 'rotator', 'turn', 'spin'],
  ['scale', 'size', 'resize'],
  ['color', 'color', 'tint'],
  ['object', 'entity', 'actor'],
  ['text', 'string'],
  ['concatenate', 'concat'],
  ['audio', 'sound', 'music'],
  ['increment', 'increase'],
  ['subtract', 'minus'],
  ['multiply', 'times'],
  ['random', 'rand'],
  ['key', 'keyboard'],
];

const canonicalWords = new Map(
  synonyms.flatMap(([first = '', ...variants]) => variants.map((word) => [word, first])),
);

const toSingular = (word: string): string =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

const getCanonicalWord = (word: string): string =>
  canonicalWords.get(word) ?? canonicalWords.get(toSingular(word)) ?? toSingular(word);

/** Returns the words in a name such as `SetPosition` or `scene.objects.list`. Synonyms are mapped to the same word. */
export const splitNameWords = (name: string): ReadonlySet<string> =>
  new Set(
    (name.match(/\p{Lu}+(?!\p{Ll})|\p{L}\p{Ll}*|\p{N}+/gu) ?? []).map((word) =>
      getCanonicalWord(word.toLowerCase()),
    ),
  );

/** Whether the words of one name include all words of another name, in any order. */
export const containsAllWords = (words: ReadonlySet<string>, required: ReadonlySet<string>): boolean =>
  required.size > 0 && [...required].every((word) => words.has(word));
