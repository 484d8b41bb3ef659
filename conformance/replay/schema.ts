import { componentsId, toJsonSchema } from '../target/http/json-schema.ts';
import { at, isRecord, walk } from '../json.ts';
import { components, fullDocument } from './documents.ts';
import type { Components, ReplayOperation } from './document.ts';

const prefix = '#/components/schemas/';

/** The components that a schema refers to, directly or through others. */
const reachable = (schema: unknown, all: Components): Components => {
  const found = new Map<string, unknown>();
  const visit = (part: unknown): void => {
    for (const value of walk(part)) {
      const reference = isRecord(value) ? value.$ref : undefined;
      if (typeof reference !== 'string') continue;
      const name = reference.slice(prefix.length);
      if (found.has(name)) continue;
      found.set(name, all[name]);
      visit(all[name]);
    }
  };
  visit(schema);
  return Object.fromEntries(found);
};

const responseOf = ({ method, path }: ReplayOperation, status: string): unknown => {
  const paths: Readonly<Record<string, unknown>> = fullDocument.paths;
  return at(paths[path], `${method.toLowerCase()}.responses.${status}`);
};

/** Names of the headers that a documented response always has, in lower case. */
export const requiredHeaders = (operation: ReplayOperation, status: string): readonly string[] => {
  const headers = at(responseOf(operation, status), 'headers');
  return Object.entries(isRecord(headers) ? headers : {})
    .filter(([, header]) => at(header, 'required') === true)
    .map(([name]) => name.toLowerCase());
};

/** The media types of a documented response. */
export const mediaTypes = (operation: ReplayOperation, status: string): readonly string[] => {
  const content = at(responseOf(operation, status), 'content');
  return isRecord(content) ? Object.keys(content) : [];
};

/**
 * The JSON Schema of a documented response, a list as an array or with `wrap=true`, with the components that it refers to as its definitions; undefined for
 * other media types than JSON.
 */
export const responseSchema = (operation: ReplayOperation, status: string): object | undefined => {
  const content = at(responseOf(operation, status), 'content');
  const described = isRecord(content) ? at(content['application/json'], 'schema') : undefined;
  if (described === undefined) return undefined;
  const wrapped = at(described, 'x-wrapped');
  const schema = wrapped === undefined ? described : { anyOf: [described, wrapped] };
  const definitions = Object.fromEntries(
    Object.entries(reachable(schema, components)).map(([name, part]) => [name, toJsonSchema(part)]),
  );
  const whole = { ...(toJsonSchema(schema) as object), definitions };
  return JSON.parse(JSON.stringify(whole).replaceAll(`"${componentsId}#/`, '"#/')) as object;
};
