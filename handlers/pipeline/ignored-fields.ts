/** What a call brings and the service does not take: told, or refused by a strict service (register: C-76). */
import { type ErrorCode, ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { UnknownField } from './unknown-fields.ts';

/** Enough to mend a client by; a thousand nodes with one mistake have it named once. */
const maxNames = 20;
const maxNameLength = 64;
const maxCharacters = 1_000;

/** Stands for all that is too much to be named. */
const moreMarker = '...';

export class IgnoredFields {
  readonly #strict: boolean;
  /** By the same field wherever it stands, the first place where it was found. */
  #fields: Map<string, UnknownField> | undefined;
  #hasMore = false;

  /** @param strict whether the first field is refused */
  constructor(strict: boolean) {
    this.#strict = strict;
  }

  /** @throws Fault INVALID_REQUEST or INVALID_QUERY with the nearest names, where the service is strict */
  report(field: UnknownField): boolean {
    if (this.#strict) throw createUnknownFieldError(field);
    return this.record(field);
  }

  /** Takes note of what a strict service lets pass too. */
  record(field: UnknownField): boolean {
    if (this.#hasMore) return false;
    this.#fields ??= new Map();
    const key = [...field.within, field.name].join('.');
    if (this.#fields.has(key)) return true;
    if (this.#fields.size < maxNames) this.#fields.set(key, field);
    else this.#hasMore = true;
    return true;
  }

  /** Paths such as `body.nodes.3.prots`, made of characters that a header may hold. */
  get names(): string[] {
    const names: string[] = [];
    let left = maxCharacters;
    for (const field of this.#fields?.values() ?? []) {
      const name = formatFieldPath(field, encodeName);
      left -= name.length;
      if (left < 0) return [...names, moreMarker];
      names.push(name);
    }
    return this.#hasMore ? [...names, moreMarker] : names;
  }

  get isEmpty(): boolean {
    return this.#fields === undefined;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#fields ? { [ignoredHeader]: this.names.join(', ') } : noHeaders;
  }
}

export const ignoredHeader = 'X-Ignored';

const noHeaders = {};

const truncateName = (name: string): string => name.slice(0, maxNameLength);

/** A half of a surrogate pair has no place in an address; a dot would look like a step. */
const encodeName = (name: string): string =>
  encodeURIComponent(truncateName(name).replace(/\p{Surrogate}/gu, '\uFFFD')).replaceAll('.', '%2E');

const formatFieldPath = ({ within, indexes, name }: UnknownField, show: (name: string) => string): string => {
  const places = indexes.values();
  const steps = within.map((step) => (step === '*' ? String(places.next().value) : step));
  return [...steps, show(name)].join('.');
};

const createUnknownFieldError = (field: UnknownField): ApiError => {
  const { within, name, known } = field;
  const [part] = within;
  if (part === undefined)
    return new ApiError('INVALID_REQUEST', `The call takes no ${name}, and one was sent.`);
  const code: ErrorCode = part === 'query' ? 'INVALID_QUERY' : 'INVALID_REQUEST';
  // As other refusals of the body name its fields.
  const path = formatFieldPath({ ...field, within: within.slice(1) }, truncateName);
  const near = suggestNames(name, known);
  const options = known.map((option) => `'${option}'`).join(', ') || 'none';
  const what = part === 'query' ? 'no query parameter of this call' : `no field of the ${part}`;
  const hint = near.length > 0 ? `the nearest is '${near[0]}'` : `it takes ${options}`;
  return new ApiError(code, `'${path}' is ${what}; ${hint}.`, {
    field: path,
    nearest: near,
    validOptions: known,
  });
};
