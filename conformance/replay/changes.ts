import { isRecord, stringsOf } from '../json.ts';
import { absentId } from '../lab/lab.ts';
import { resolved } from './document.ts';
import { wrongFor, wrongText } from './example.ts';
import { withoutBody } from './request.ts';
import type { JsonRecord } from '../json.ts';
import type { Components, ReplayOperation, ReplayParameter } from './document.ts';
import type { ReplayRequest } from './request.ts';

/** One factor in which a valid request is changed. */
export type Factor =
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

/** A change of a valid request that an error status is documented for. */
interface Change {
  readonly factor: Factor;
  readonly status: string;
  /** The error code that the change calls for, where the document leaves one only. */
  readonly code?: string;
  apply(request: ReplayRequest): ReplayRequest;
}

/** All changes that an operation documents an answer to, derived from the document alone. */
export const changesOf = (operation: ReplayOperation, components: Components): readonly Change[] =>
  [
    ...gateChanges(operation),
    ...bodyChanges(operation, components),
    ...operation.parameters.flatMap(parameterChanges(operation)),
  ].filter(({ status }) => operation.statuses.has(status));

const gateChanges = ({ gated }: ReplayOperation): readonly Change[] => [
  ...(gated
    ? [{ factor: 'token', status: '401', apply: (request) => ({ ...request, token: null }) } as Change]
    : []),
  {
    factor: 'origin',
    status: '403',
    apply: (request) => withHeader(request, 'origin', 'https://elsewhere.example'),
  },
];

const bodyChanges = (operation: ReplayOperation, components: Components): readonly Change[] => {
  const { body, bodyLimit } = operation;
  if (!body) return [];
  const schema = resolved(body.schema, components);
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const [needed] = stringsOf(schema.required);
  const mistyped = Object.entries(properties)
    .map(([name, part]) => ({ name, wrong: wrongFor(part, components) }))
    .find(({ wrong }) => wrong !== undefined);
  const changed = (change: (json: JsonRecord) => JsonRecord) => (request: ReplayRequest) => ({
    ...request,
    json: change(isRecord(request.json) ? request.json : {}),
  });
  const changes: Change[] = [
    {
      factor: 'malformed body',
      status: '400',
      // A body that may be left out need not be read at all.
      ...(body.required && { code: 'INVALID_REQUEST' }),
      apply: (request) => ({ ...withoutBody(request), body: '{"' }),
    },
    {
      factor: 'media type',
      status: '415',
      apply: (request) => ({
        ...withHeader(withoutBody(request), 'content-type', 'text/plain'),
        body: JSON.stringify(request.json ?? {}),
      }),
    },
    {
      factor: 'wrong type',
      status: '400',
      apply: mistyped
        ? changed((json) => ({ ...json, [mistyped.name]: mistyped.wrong }))
        : (request) => ({ ...request, json: wrongFor(schema, components) ?? 'no such thing' }),
    },
  ];
  // A body in which nothing is required may mean just that when it is left out.
  if (body.required && (needed !== undefined || schema.type === 'array')) {
    changes.push({ factor: 'missing body', status: '400', code: 'INVALID_REQUEST', apply: withoutBody });
  }
  if (needed !== undefined) {
    changes.push({
      factor: 'missing field',
      status: '400',
      apply: changed(({ [needed]: _, ...rest }) => rest),
    });
  }
  if (bodyLimit !== undefined) {
    changes.push({
      factor: 'size',
      status: '413',
      apply: (request) => ({ ...withoutBody(request), body: `"${'x'.repeat(bodyLimit)}"` }),
    });
  }
  return changes;
};

const parameterChanges =
  (operation: ReplayOperation) =>
  ({ name, in: place, schema, required }: ReplayParameter): readonly Change[] => {
    if (place === 'path') {
      const status = operation.statuses.has('404') ? '404' : '400';
      const code = `${name.replace(/Id$/, '').toUpperCase()}_NOT_FOUND`;
      const isNamed = operation.statuses.get(status)?.includes(code);
      const apply = (request: ReplayRequest) => ({
        ...request,
        params: { ...request.params, [name]: absentId },
      });
      return [{ factor: 'absent id', status, ...(isNamed && { code }), apply }];
    }
    if (name === 'If-Match') {
      return [
        { factor: 'revision', status: '412', apply: (request) => withHeader(request, 'if-match', '"stale"') },
      ];
    }
    if (place !== 'query') return [];
    const wrong = wrongText(schema);
    if (wrong === undefined && !required) return [];
    const apply = (request: ReplayRequest): ReplayRequest => {
      const { [name]: _, ...others } = request.query;
      return { ...request, query: wrong === undefined ? others : { ...others, [name]: wrong } };
    };
    return [{ factor: 'query', status: '400', apply }];
  };

const withHeader = (request: ReplayRequest, name: string, value: string): ReplayRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
});
