/** Explains why an audit could not continue: which claim of the manifest is wrong, and which key would help. */
import { fieldCatalog } from '../target/field-readers/field-catalog.ts';
import { toActionPath } from '../audit-helpers/run-action.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Manifest } from '../target/manifest.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { FieldSource } from '../target/field-readers/field-source.ts';

interface HintContext {
  readonly manifest: Manifest;
  readonly source: Pick<FieldSource, 'isReadable' | 'describeOverride'>;
  /** Fields that were not found, see {@link createMissedFields}. */
  readonly missedFields: ReadonlySet<FieldName>;
  /** The last request to the target. */
  readonly last: Exchange | undefined;
}

/**
 * Creates the list of fields that were looked up but not found, on which the next assertion depends. These are the fields
 * that were read since the last assertion. An assertion without requests and reads of its own is about what was read
 * before, so it keeps the list.
 */
export const createMissedFields = () => {
  const fields = new Set<FieldName>();
  let isSettled = false;
  const beginNext = (): void => {
    if (isSettled) fields.clear();
    isSettled = false;
  };
  return {
    fields: fields as ReadonlySet<FieldName>,
    noteRequest: beginNext,
    noteRead(key: FieldName, isFound: boolean): void {
      beginNext();
      if (isFound) fields.delete(key);
      else fields.add(key);
    },
    /** Ends an assertion. */
    settle(): void {
      isSettled = true;
    },
  };
};

/** Adds the manifest's wrong claims before a message, and the keys that would help after the message. */
export const addManifestHints = (
  message: string,
  { manifest, source, missedFields, last }: HintContext,
): string => {
  const unreadable = [...missedFields].filter((key) => !source.isReadable(key));
  const broken = unreadable.flatMap((key) => {
    const configuredPath = source.describeOverride(key);
    return configuredPath === undefined
      ? []
      : `The manifest says that ${fieldCatalog[key].about} is read by ${configuredPath} ("${key}"), but that is not so: nothing was found`;
  });
  const claims = [...broken, ...listRefutedClaims(manifest, last)];
  if (claims.length > 0) return `${claims.join('; ')}. ${message}`;
  const silent = unreadable.filter((key) => !message.includes(`"${key}"`)).slice(0, maxHintedKeys);
  if (silent.length === 0) return message;
  const keys = silent.map((key) => `"${key}": ${fieldCatalog[key].about}`).join(', ');
  return `${message} (not found, choices.paths can name it: ${keys})`;
};

/** Maximum number of keys in a message. More hints would not help. */
const maxHintedKeys = 3;

/** If the last call failed, returns the claims of the manifest that this call disproves. */
const listRefutedClaims = ({ choices }: Manifest, last: Exchange | undefined): readonly string[] => {
  if (!last?.response || last.response.status < 400) return [];
  const { method, url } = last.request;
  const path = new URL(url).pathname;
  const refutation = `that is not so: ${method} ${path} answered ${last.response.status}`;
  const routes = Object.entries(choices.routes).filter(
    ([, route]) => route !== undefined && matchesRoute(route, method, path),
  );
  const actions = Object.keys(choices.actions).filter(
    (name) => method === 'POST' && path === toActionPath(name),
  );
  return [
    ...routes.map(
      ([name, route]) => `The manifest says that choices.routes.${name} is ${route}, but ${refutation}`,
    ),
    ...actions.map((name) => `The manifest says that its call of ${name} succeeds, but ${refutation}`),
  ];
};

const matchesRoute = (route: string, method: string, path: string): boolean => {
  const [verb, template = ''] = route.split(' ');
  const steps = template.split('/');
  const segments = path.split('/');
  return (
    verb === method &&
    steps.length === segments.length &&
    steps.every((step, index) => step.startsWith('{') || step === segments[index])
  );
};
