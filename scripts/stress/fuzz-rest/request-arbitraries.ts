import * as fc from 'fast-check';
import {
  documentedComponents,
  fullDocument,
  listOperations,
  type OpenApiOperation,
} from '../../../conformance/coverage/openapi-operations.ts';
import { getUnreachableReason } from '../../../conformance/coverage/unreachable-statuses.ts';
import { createQueryArbitrary, createValueArbitrary } from './schema-arbitraries.ts';

/** A generated request that refers to existing resources. */
export interface FuzzedRequest {
  readonly operation: OpenApiOperation;
  readonly resourceNumber: number;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Text that is sent instead of the body. */
  readonly text: string | undefined;
  /** Text that is sent instead of the last path parameter. */
  readonly segment: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const unusualSegments = [
  '%zz',
  '%00',
  '..%2F..%2F',

  '%F0%9F%92%A5',
  '%ED%A0%80',
  '__proto__',
  'x'.repeat(3_000),
];

const unusualHeaders = fc.record(
  {
    'if-match': fc.constantFrom('*', '"0"', '"1", "2"', '"', '', 'W/"1"'),
    'content-type': fc.constantFrom(
      'text/json',
      'application/x+json',
      'text/plain',
      'application/json;;',
      '',
    ),
    accept: fc.constantFrom('*/*', 'text/html', 'image/png', ''),
    origin: fc.constantFrom('http://localhost:3', 'null', 'https://localhost.example'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>;

const rareArbitrary = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });

/** Operations to fuzz: all except those that would end the run. */
export const fuzzedOperations = listOperations(fullDocument).filter(
  (operation) => getUnreachableReason(operation, '200') === undefined,
);

const createRequestArbitrary = (operation: OpenApiOperation): fc.Arbitrary<FuzzedRequest> => {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, createQueryArbitrary(schema)] as const);
  return fc.record({
    operation: fc.constant(operation),
    resourceNumber: fc.nat(10_000),
    query: fc.record(Object.fromEntries(query), { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
    body: operation.body
      ? createValueArbitrary(operation.body.schema, documentedComponents)
      : fc.constant(undefined),
    text: operation.body ? rareArbitrary(fc.string()) : fc.constant(undefined),
    segment: rareArbitrary(fc.constantFrom(...unusualSegments)),
    headers: rareArbitrary(unusualHeaders).map((value) => value ?? {}),
  });
};

/** Samples requests for all operations. The same seed always generates the same requests. */
export const sampleRequests = (seed: number, count: number): readonly FuzzedRequest[] =>
  fc.sample(fc.oneof(...fuzzedOperations.map(createRequestArbitrary)), { seed, numRuns: count });
