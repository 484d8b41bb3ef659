/** Checks every reply from the services in tests against the exact OpenAPI document. */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type JsonSchema, mapSchema } from '#spec/contract/json-schema.ts';
import type { OpenApiDocument, OpenApiMethod, OpenApiOperation } from '#spec/contract/openapi-types.ts';
import { type OperationId, operations } from '#spec/rest/index.ts';
import { renderOpenApi } from '#spec/contract/render-openapi.ts';
import { lazy } from '#spec/lazy.ts';
import { splitRoute } from '#spec/contract/operation-spec.ts';
import { isReply } from './pipeline/pipeline.ts';
import { createRouter } from './pipeline/router.ts';
import { mentionsNextCall } from './testing-route-mentions.ts';
import { type Call, type Reply, StreamedBody } from './pipeline/call.ts';
import type { Service } from './service.ts';

const router = createRouter(operations);

const isOperationId = (id: string): id is OperationId => Object.hasOwn(operations, id);

/** Converts an OpenAPI 3.0 schema to the dialect that Ajv supports. */
const toDraft7 = (schema: JsonSchema): JsonSchema =>
  mapSchema(schema, ({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, nullable, ...rest }) => {
    const bounds = {
      ...(minimum !== undefined && { [exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum']: minimum }),
      ...(maximum !== undefined && { [exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum']: maximum }),
    };
    const { type, ...schemaWithoutType } = { ...rest, ...bounds } as JsonSchema;
    if (nullable !== true) return { ...(type !== undefined && { type }), ...schemaWithoutType };
    // If there is a type, null is added as a further value. Otherwise null needs an alternative of its own, because the
    // other keywords would not allow it.
    return type === undefined
      ? { anyOf: [schemaWithoutType, { type: 'null' }] }
      : { ...schemaWithoutType, type: [type, 'null'] };
  });

const documentId = 'https://document.invalid/';

const createResponseCheck = (document: OpenApiDocument) => {
  const ajv = new Ajv({ strict: false, validateFormats: true });
  addFormats.default(ajv);
  const { schemas } = document.components;
  const converted = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, toDraft7(schema)]),
  );
  ajv.addSchema({ $id: documentId, components: { schemas: converted } });
  const compiled = new Map<string, ValidateFunction>();

  const getValidator = (key: string, schema: JsonSchema): ValidateFunction => {
    const cached = compiled.get(key);
    if (cached) return cached;
    const text = JSON.stringify(toDraft7(schema)).replaceAll('"$ref":"#', `"$ref":"${documentId}#`);
    const validator = ajv.compile(JSON.parse(text) as object);
    compiled.set(key, validator);
    return validator;
  };

  /**
   * Checks a reply.
   * @returns the deviation of the reply from the OpenAPI document, or `undefined` if there is none
   */
  return (id: OperationId, { query }: Call, reply: Reply): string | undefined => {
    const { method, path } = splitRoute(operations[id].route);
    const operation: OpenApiOperation | undefined =
      document.paths[path]?.[method.toLowerCase() as OpenApiMethod];
    const response = operation?.responses[reply.status];
    if (!response) return `status ${reply.status}`;
    const { body, headers } = reply;
    if (!response.content) return body === undefined ? undefined : 'a body';
    const mediaType = (headers['Content-Type'] ?? '').replace(/;.*/, '');
    const content =
      response.content[mediaType] ??
      response.content[mediaType.replace(/\/.*/, '/*')] ??
      response.content['*/*'];
    if (!content) return `the media type '${mediaType}'`;
    if (mediaType !== 'application/json' || body instanceof StreamedBody) return undefined;
    const json: unknown = JSON.parse(
      body instanceof Uint8Array ? Buffer.from(body).toString() : JSON.stringify(body),
    );
    const codes = response['x-error-codes'];
    if (codes) {
      const { code, message } = (json as { error: { code: string; message: string } }).error;
      if (!codes.some((each) => each === code)) return `the code ${code} under ${reply.status}`;
      if (!mentionsNextCall(message, operations[id])) return `the route to call for ${code}: ${message}`;
    }
    if (/(^|&)(include|exclude)=/.test(query)) return undefined;
    const validate = getValidator(`${id} ${reply.status}`, content.schema);
    return validate(json) ? undefined : ajv.errorsText(validate.errors).slice(0, 1_000);
  };
};

const responseChecks = {
  usual: lazy(() => createResponseCheck(renderOpenApi(operations, { version: '1.2.3' }))),
  strict: lazy(() => createResponseCheck(renderOpenApi(operations, { version: '1.2.3', strict: true }))),
};

/**
 * Wraps a service so that every reply to a documented operation is checked against the OpenAPI document.
 * @param strict whether the service rejects unknown fields
 * @param report called with a sentence for each reply that doesn't match
 */
export const withOpenApiCheck = (
  service: Service,
  strict: boolean,
  report: (problem: string) => void,
): Service => {
  const check = (call: Call, reply: Reply): Reply => {
    const match = router.find(call.method, call.path);
    if (!match || !('id' in match) || !isOperationId(match.id)) return reply;
    const problem = responseChecks[strict ? 'strict' : 'usual']()(match.id, call, reply);
    if (problem !== undefined)
      report(`The document of ${call.method} ${call.path} does not have ${problem}.`);
    return reply;
  };
  return {
    ...service,
    authorize(call) {
      const authorized = service.authorize(call);
      return isReply(authorized) ? check(call, authorized) : authorized;
    },
    dispatch(call, routed) {
      const reply = service.dispatch(call, routed);
      return reply instanceof Promise ? reply.then((resolved) => check(call, resolved)) : check(call, reply);
    },
  };
};
