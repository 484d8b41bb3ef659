import { getByPath, isRecord, walkJson } from '../json.ts';
import { componentsId, toJsonSchema } from '../target/http/openapi-to-json-schema.ts';
import {
  documentedComponents,
  fullDocument,
  type OpenApiOperation,
  type SchemaComponents,
} from './openapi-operations.ts';

const schemaPrefix = '#/components/schemas/';

/** Collects the components that a schema refers to, directly or through other components. */
const collectComponents = (schema: unknown, all: SchemaComponents): SchemaComponents => {
  const components = new Map<string, unknown>();
  const visit = (part: unknown): void => {
    for (const value of walkJson(part)) {
      const reference = isRecord(value) ? value.$ref : undefined;
      if (typeof reference !== 'string') continue;
      const name = reference.slice(schemaPrefix.length);
      if (components.has(name)) continue;
      components.set(name, all[name]);
      visit(all[name]);
    }
  };
  visit(schema);
  return Object.fromEntries(components);
};

const getResponse = ({ method, path }: OpenApiOperation, status: string): unknown => {
  const paths: Readonly<Record<string, unknown>> = fullDocument.paths;
  return getByPath(paths[path], `${method.toLowerCase()}.responses.${status}`);
};

/** Returns the lower-case names of the headers that a documented response always has. */
export const getRequiredHeaders = (operation: OpenApiOperation, status: string): readonly string[] => {
  const headers = getByPath(getResponse(operation, status), 'headers');
  return Object.entries(isRecord(headers) ? headers : {})
    .filter(([, header]) => getByPath(header, 'required') === true)
    .map(([name]) => name.toLowerCase());
};

/** Returns the media types of a documented response. */
export const getMediaTypes = (operation: OpenApiOperation, status: string): readonly string[] => {
  const content = getByPath(getResponse(operation, status), 'content');
  return isRecord(content) ? Object.keys(content) : [];
};

/**
 * Returns the JSON Schema of a documented response, with the referenced components as its definitions. For a list, the
 * schema accepts both a plain array and the form that `wrap=true` returns. Returns `undefined` for media types other
 * than JSON.
 */
export const getResponseSchema = (operation: OpenApiOperation, status: string): object | undefined => {
  const content = getByPath(getResponse(operation, status), 'content');
  const described = isRecord(content) ? getByPath(content['application/json'], 'schema') : undefined;
  if (described === undefined) return undefined;
  const wrapped = getByPath(described, 'x-wrapped');
  const schema = wrapped === undefined ? described : { anyOf: [described, wrapped] };
  const definitions = Object.fromEntries(
    Object.entries(collectComponents(schema, documentedComponents)).map(([name, part]) => [
      name,
      toJsonSchema(part),
    ]),
  );
  const fullSchema = { ...(toJsonSchema(schema) as object), definitions };
  return JSON.parse(JSON.stringify(fullSchema).replaceAll(`"${componentsId}#/`, '"#/')) as object;
};
