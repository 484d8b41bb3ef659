/** Says of an audit that could not go on what the manifest claims that is not so, and what it could say to mend it. */
import { fieldCatalog } from '../target/field-readers/field-catalog.ts';
import { toActionPath } from '../audit-helpers/run-action.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Manifest } from '../target/manifest.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { FieldSource } from '../target/field-readers/field-source.ts';

interface HintContext {
  readonly manifest: Manifest;
  readonly source: Pick<FieldSource, 'isReadable' | 'saidOf'>;
  /** What was looked for and not found. */
  readonly missed: ReadonlySet<FieldName>;
  /** The last that was asked of the target. */
  readonly last: Exchange | undefined;
}

/** A message with the claims that are not so before it, and the keys that would mend it behind it. */
export const addManifestHints = (
  message: string,
  { manifest, source, missed, last }: HintContext,
): string => {
  const unread = [...missed].filter((key) => !source.isReadable(key));
  const broken = unread.flatMap((key) => {
    const said = source.saidOf(key);
    return said === undefined
      ? []
      : `The manifest says that ${fieldCatalog[key].about} is read by ${said} ("${key}"), and it is not so: nothing was found`;
  });
  const claims = [...broken, ...listRefutedClaims(manifest, last)];
  if (claims.length > 0) return `${claims.join('; ')}. ${message}`;
  const silent = unread.filter((key) => !message.includes(`"${key}"`)).slice(0, maxHintedKeys);
  if (silent.length === 0) return message;
  const keys = silent.map((key) => `"${key}": ${fieldCatalog[key].about}`).join(', ');
  return `${message} (not found, choices.paths would tell it: ${keys})`;
};

/** More would be read by nobody. */
const maxHintedKeys = 3;

/** What the manifest promises of the call that was the last, and that did not succeed. */
const listRefutedClaims = ({ choices }: Manifest, last: Exchange | undefined): readonly string[] => {
  if (!last?.response || last.response.status < 400) return [];
  const { method, url } = last.request;
  const path = new URL(url).pathname;
  const answered = `it is not so: ${method} ${path} answered ${last.response.status}`;
  const routes = Object.entries(choices.routes).filter(
    ([, route]) => route !== undefined && matchesRoute(route, method, path),
  );
  const actions = Object.keys(choices.actions).filter(
    (name) => method === 'POST' && path === toActionPath(name),
  );
  return [
    ...routes.map(
      ([name, route]) => `The manifest says that choices.routes.${name} is ${route}, and ${answered}`,
    ),
    ...actions.map((name) => `The manifest says that its call of ${name} succeeds, and ${answered}`),
  ];
};

const matchesRoute = (route: string, method: string, path: string): boolean => {
  const [verb, template = ''] = route.split(' ');
  const steps = template.split('/');
  const taken = path.split('/');
  return (
    verb === method &&
    steps.length === taken.length &&
    steps.every((step, index) => step.startsWith('{') || step === taken[index])
  );
};
