import { nonexistentId } from '../audit-helpers/fixtures.ts';
import { filterStrings, isRecord, type JsonRecord } from '../json.ts';
import {
  omitBody,
  type OpenApiOperation,
  type OperationParameter,
  type OperationRequest,
  resolveSchema,
  type SchemaComponents,
} from './openapi-operations.ts';
import { createInvalidText, createWrongTypeValue } from './schema-examples.ts';

/** The part of a valid request that a variation changes. */
export type VariationFactor =
  | 'token'
  | 'origin'
  | 'malformed body'
  | 'missing body'
  | 'missing field'
  | 'wrong type'
  | 'query'
  | 'absent id'
  | 'revision'
  | 'media type'
  | 'size';

/** A change to a valid request that causes a documented error status. */
interface RequestVariation {
  readonly factor: VariationFactor;
  readonly status: string;
  /** The expected error code. Absent if the document allows several codes. */
  readonly code?: string;
  apply(request: OperationRequest): OperationRequest;
}

/** Returns all variations that cause a documented error. They are derived from the document alone. */
export const listVariations = (
  operation: OpenApiOperation,
  components: SchemaComponents,
): readonly RequestVariation[] =>
  [
    ...listGateVariations(operation),
    ...listBodyVariations(operation, components),
    ...operation.parameters.flatMap(listParameterVariations(operation)),
  ].filter(({ status }) => operation.statuses.has(status));

const tokenVariation: RequestVariation = {
  factor: 'token',
  status: '401',
  apply: (request) => ({ ...request, token: null }),
};

const listGateVariations = ({ requiresToken }: OpenApiOperation): readonly RequestVariation[] => [
  ...(requiresToken ? [tokenVariation] : []),
  {
    factor: 'origin',
    status: '403',
    apply: (request) => setHeader(request, 'origin', 'https://elsewhere.example'),
  },
];

const listBodyVariations = (
  operation: OpenApiOperation,
  components: SchemaComponents,
): readonly RequestVariation[] => {
  const { body, maxBodyBytes } = operation;
  if (!body) return [];
  const schema = resolveSchema(body.schema, components);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const [needed] = filterStrings(schema.required);
  const mistyped = Object.entries(properties)
    .map(([name, part]) => ({ name, wrong: createWrongTypeValue(part, components) }))
    .find(({ wrong: invalid }) => invalid !== undefined);
  const changed = (change: (json: JsonRecord) => JsonRecord) => (request: OperationRequest) => ({
    ...request,
    json: change(isRecord(request.json) ? request.json : {}),
  });
  const changes: RequestVariation[] = [
    {
      factor: 'malformed body',
      status: '400',
      // A target need not read an optional body at all, so no error code is expected.
      ...(body.required && { code: 'INVALID_REQUEST' }),
      apply: (request) => ({ ...omitBody(request), body: '{"' }),
    },
    {
      factor: 'media type',
      status: '415',
      apply: (request) => ({
        ...setHeader(omitBody(request), 'content-type', 'text/plain'),
        body: JSON.stringify(request.json ?? {}),
      }),
    },
    {
      factor: 'wrong type',
      status: '400',
      apply: mistyped
        ? changed((json) => ({ ...json, [mistyped.name]: mistyped.wrong }))
        : (request) => ({ ...request, json: createWrongTypeValue(schema, components) ?? 'no such thing' }),
    },
  ];
  // An empty body may be valid if none of the body's fields is required.
  if (body.required && (needed !== undefined || schema.type === 'array')) {
    changes.push({ factor: 'missing body', status: '400', code: 'INVALID_REQUEST', apply: omitBody });
  }
  if (needed !== undefined) {
    changes.push({
      factor: 'missing field',
      status: '400',
      apply: changed(({ [needed]: _, ...remaining }) => remaining),
    });
  }
  if (maxBodyBytes !== undefined) {
    changes.push({
      factor: 'size',
      status: '413',
      apply: (request) => ({ ...omitBody(request), body: `"${'x'.repeat(maxBodyBytes)}"` }),
    });
  }
  return changes;
};

const listParameterVariations =
  (operation: OpenApiOperation) =>
  ({ name, in: location, schema, required }: OperationParameter): readonly RequestVariation[] => {
    if (location === 'path') {
      const status = operation.statuses.has('404') ? '404' : '400';
      const code = `${name.replace(/Id$/, '').toUpperCase()}_NOT_FOUND`;
      const isDocumented = operation.statuses.get(status)?.includes(code);
      const apply = (request: OperationRequest) => ({
        ...request,
        params: { ...request.params, [name]: nonexistentId },
      });
      return [{ factor: 'absent id', status, ...(isDocumented && { code }), apply }];
    }
    if (name === 'If-Match') {
      return [
        { factor: 'revision', status: '412', apply: (request) => setHeader(request, 'if-match', '"stale"') },
      ];
    }
    if (location !== 'query') return [];
    const invalidText = createInvalidText(schema);
    if (invalidText === undefined && !required) return [];
    const apply = (request: OperationRequest): OperationRequest => {
      const { [name]: _, ...otherQuery } = request.query;
      return {
        ...request,
        query: invalidText === undefined ? otherQuery : { ...otherQuery, [name]: invalidText },
      };
    };
    return [{ factor: 'query', status: '400', apply }];
  };

const setHeader = (request: OperationRequest, name: string, value: string): OperationRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
