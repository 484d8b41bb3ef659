/** The placeholders in the calls and bodies of a manifest, and the values that replace them. */

interface PlaceholderEntry {
  /** The value that the kit uses instead of the word. */
  readonly about: string;
  /** The keys of the manifest whose calls or bodies may contain the word. */
  readonly keys: readonly PlaceholderKey[];
}

type PlaceholderKey =
  | 'choices.actions'
  | 'choices.events'
  | 'choices.bodies.createVariable'
  | 'choices.bodies.openProject'
  | 'choices.bodies.setAspectRatio';

export const placeholders = {
  TEXT: { about: 'a text that occurs nowhere else', keys: ['choices.actions', 'choices.events'] },
  INDEX: { about: 'the index of a layer, usually 31', keys: ['choices.actions'] },
  NAME: {
    about: 'the name of a variable; in text.format also within a text, such as {NAME}',
    keys: ['choices.bodies.createVariable', 'choices.actions'],
  },
  TYPE: {
    about: 'the type of the new variable, one of VariableTypes in GET /api/types',
    keys: ['choices.bodies.createVariable'],
  },
  VALUE: {
    about: 'the value to set',
    keys: ['choices.bodies.createVariable', 'choices.bodies.setAspectRatio'],
  },
  PATH: { about: 'the path of a project that does not exist', keys: ['choices.bodies.openProject'] },
} as const satisfies Readonly<Record<string, PlaceholderEntry>>;

type Placeholder = keyof typeof placeholders;

const entries = Object.entries<PlaceholderEntry>(placeholders);

/** Describes the placeholders of a key, for the JSON schema of the manifest. */
export const describePlaceholders = (key: PlaceholderKey): string => {
  const words = entries.filter(([, { keys }]) => keys.includes(key));
  const list = words.map(([word, { about }]) => `${word}: ${about}`).join('; ');
  return `A parameter or field whose whole value is one of these words receives another value: ${list}.`;
};

/** Replaces the values of fields that are placeholders. A placeholder within another value is left as it is. */
export const replacePlaceholders = (
  body: Readonly<Record<string, unknown>>,
  values: Readonly<Partial<Record<Placeholder, unknown>>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      typeof value === 'string' && Object.hasOwn(values, value) ? values[value as Placeholder] : value,
    ]),
  );
