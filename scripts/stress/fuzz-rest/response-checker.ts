import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { findDocumentedStatus } from '../../../conformance/coverage/openapi-operations.ts';
import { getMediaTypes, getResponseSchema } from '../../../conformance/coverage/response-schema.ts';
import type { Reply } from '../../../conformance/target/http/exchange.ts';
import type { OpenApiOperation } from '../../../conformance/coverage/openapi-operations.ts';
import type { FuzzedRequest } from './request-arbitraries.ts';

/**
 * Creates a function that describes how a response violates the full OpenAPI document, or returns `undefined` for a
 * valid response.
 */
export const createResponseChecker = () => {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  const compiled = new Map<string, ReturnType<Ajv['compile']> | undefined>();
  const getValidator = (operation: OpenApiOperation, status: string) => {
    const key = `${operation.id} ${status}`;
    if (!compiled.has(key)) {
      const schema = getResponseSchema(operation, status);
      compiled.set(key, schema && ajv.compile(schema));
    }
    return compiled.get(key);
  };

  return (operation: OpenApiOperation, response: Reply, { query }: FuzzedRequest): string | undefined => {
    if (response.status >= 500) return `${response.status}`;
    const status = findDocumentedStatus(operation, response.status);
    if (status === undefined) return `undocumented ${response.status}`;
    const mediaType = (response.headers['content-type'] ?? '').replace(/;.*/, '');
    const documented = getMediaTypes(operation, status);
    if (documented.length === 0) return response.text === '' ? undefined : `${status} with a body`;
    if (!documented.some((type) => type === mediaType || type.endsWith('/*')))
      return `${status} as ${mediaType}`;
    if (mediaType !== 'application/json') return undefined;
    const isPartial = response.ok && ('include' in query || 'exclude' in query);
    const validate = isPartial ? undefined : getValidator(operation, status);
    if (!validate || validate(response.json)) return undefined;
    const [error] = validate.errors ?? [];
    return `${status} does not match its schema (${error?.instancePath} ${error?.message})`;
  };
};
