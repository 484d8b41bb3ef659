import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  documentedComponents,
  fullDocument,
  listOperations,
  type OpenApiOperation,
  type OperationRequest,
  toRequestTarget,
} from '../../conformance/coverage/openapi-operations.ts';
import {
  getMediaTypes,
  getRequiredHeaders,
  getResponseSchema,
} from '../../conformance/coverage/response-schema.ts';
import { openRequestFixtures } from '../../conformance/coverage/standalone-fixtures.ts';
import { listAttempts } from '../../conformance/coverage/status-attempts.ts';
import { getStatusCondition, getUnreachableReason } from '../../conformance/coverage/unreachable-statuses.ts';
import { AuditStop } from '../../conformance/runner/audit-outcome.ts';
import type { ResponseDocument } from '../../conformance/target/http/response-validator.ts';

/** The parts of a Dredd 14 transaction that are used here. Dredd is written in CommonJS and has no types. */
interface DreddTransaction {
  /** Has the form 'title > path > summary > status > media type'. */
  readonly name: string;
  fullPath: string;
  request: { readonly method: string; headers: Readonly<Record<string, string>>; body: string };
  expected: {
    readonly statusCode: string;
    headers: Readonly<Record<string, string>>;
    body?: string;
    bodySchema?: string;
  };
  /** The actual response, after it was received. */
  readonly real: { readonly headers: Readonly<Record<string, string>> };
  skip: boolean;
}

interface DreddTest {
  /** Title that consists of the method, expected status and path. */
  readonly title: string;
  readonly message: string;
}

interface DreddConfiguration {
  readonly endpoint: string;
  readonly path: readonly string[];
  readonly apiDescriptions: readonly { readonly location: string; readonly content: string }[];
  readonly hookfiles: readonly string[];
  readonly reporter: readonly string[];
  readonly loglevel: 'error';
  readonly color: boolean;
  readonly custom: Readonly<Record<string, unknown>>;
  readonly emitter: EventEmitter;
}

interface DreddStats {
  readonly passes: number;
}

interface DreddModule {
  new (
    configuration: DreddConfiguration,
  ): {
    readonly transactionRunner: { readonly configuration: { apiDescriptions: readonly unknown[] } };
    run(done: (error: Error | null | undefined, stats: DreddStats) => void): void;
  };
}

interface LoggerModule {
  readonly default: { readonly transports: { readonly console: { silent: boolean } } };
}

const require = createRequire(import.meta.url);

/** Loads Dredd without its reporter, which would print every transaction. */
const loadDredd = (): DreddModule => {
  const logger = require('dredd/build/reporters/reporterOutputLogger') as LoggerModule;
  logger.default.transports.console.silent = true;
  return require('dredd') as DreddModule;
};

export interface DreddOutcome {
  readonly passed: number;
  readonly failed: readonly { readonly transaction: string; readonly message: string }[];
  readonly skipped: readonly { readonly transaction: string; readonly reason: string }[];
}

const hooksFile = fileURLToPath(new URL('dredd-hooks.cjs', import.meta.url));

const operations = new Map(
  listOperations(fullDocument).map((operation) => [`${operation.method} ${operation.path}`, operation]),
);

/**
 * Returns the operation that a transaction tests. The transaction's name is 'title > path > summary > status > media
 * type'.
 */
const findOperation = ({ name, request }: DreddTransaction): OpenApiOperation => {
  const path = name.split(' > ').find((part) => part.startsWith('/')) ?? '';
  const operation = operations.get(`${request.method} ${path}`);
  if (operation === undefined) throw new Error(`Dredd has a transaction without an operation: ${name}`);
  return operation;
};

/**
 * Corrects the expectations that Dredd derives from a documented response. Dredd requires every header, expects media
 * types without parameters, invents a body that no response can equal, and ignores OpenAPI 3 schemas.
 */
const adjustTransaction = (transaction: DreddTransaction): void => {
  const { expected, real } = transaction;
  const operation = findOperation(transaction);
  const required = ['content-type', ...getRequiredHeaders(operation, expected.statusCode)];
  const isJson = expected.headers['Content-Type'] === 'application/json';
  const schema = isJson ? getResponseSchema(operation, expected.statusCode) : undefined;
  expected.headers = Object.fromEntries(
    Object.entries(expected.headers)
      .filter(([name]) => required.includes(name.toLowerCase()))
      .map(([name, value]) => [
        name,
        name.toLowerCase() === 'content-type' ? copyMediaTypeParameters(value, real) : value,
      ]),
  );
  delete expected.body;
  if (schema) expected.bodySchema = JSON.stringify(schema);
};

const copyMediaTypeParameters = (mediaType: string, { headers }: DreddTransaction['real']): string => {
  const actual = headers['content-type'];
  return actual?.split(';')[0] === mediaType ? actual : mediaType;
};

/** Whether the expected response is the text form of a document whose default form is JSON. */
const requestsTextForm = ({ parameters }: OpenApiOperation, mediaType: string | undefined): boolean =>
  mediaType?.startsWith('text/plain') === true && parameters.some(({ name }) => name === 'form');

/**
 * Makes Dredd send a request for every operation and status in an OpenAPI document, and validate the responses. The
 * requests come from the kit's request fixtures. Nothing is sent to other machines, and no reporter writes files.
 * @param document the OpenAPI document, or a part of it
 */
export const runDredd = async (
  target: { readonly url: string; readonly token: string },
  document: Pick<typeof fullDocument, 'openapi' | 'info'> & ResponseDocument = fullDocument,
): Promise<DreddOutcome> => {
  const { fixtures, close } = openRequestFixtures(target);
  const failed: { transaction: string; message: string }[] = [];
  const skipped: { transaction: string; reason: string }[] = [];

  const createRequest = async (
    operation: OpenApiOperation,
    status: string,
  ): Promise<OperationRequest | string> => {
    const range = getMediaTypes(operation, status).find((mediaType) => mediaType.endsWith('/*'));
    if (range !== undefined) return `Dredd leaves out the range of media types ${range}`;
    const against = getUnreachableReason(operation, status);
    if (against !== undefined) return against;
    const condition = getStatusCondition(operation, status);
    const attempt = listAttempts(operation, documentedComponents).find(
      (candidate) =>
        candidate.status === status && (condition === undefined || candidate.factor === 'circumstances'),
    );
    if (attempt === undefined)
      return condition
        ? `needs a target in the condition ${condition}`
        : 'there is no request fixture for it';
    try {
      return await attempt.build(fixtures);
    } catch (error) {
      if (error instanceof AuditStop) return error.message;
      throw error;
    }
  };

  const prepare = async (transaction: DreddTransaction): Promise<void> => {
    const operation = findOperation(transaction);
    const { statusCode, headers: expected } = transaction.expected;
    const request = await createRequest(operation, statusCode);
    if (typeof request === 'string') {
      skipped.push({ transaction: transaction.name, reason: request });
      transaction.skip = true;
      return;
    }
    const { json, body = json === undefined ? undefined : JSON.stringify(json), headers, token } = request;
    const formQuery: Record<string, string> = requestsTextForm(operation, expected['Content-Type'])
      ? { form: 'signatures' }
      : {};
    transaction.fullPath = toRequestTarget({ ...request, query: { ...request.query, ...formQuery } });
    transaction.request.body = body ?? '';
    transaction.request.headers = {
      accept: expected['Content-Type'] ?? 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token === undefined && { 'x-api-key': target.token }),
      ...headers,
    };
  };

  const emitter = new EventEmitter();
  const recordFailure = ({ title, message }: DreddTest): number =>
    failed.push({ transaction: title, message });
  emitter.on('test fail', recordFailure);
  emitter.on('test error', (error: Error, { title }: DreddTest) =>
    recordFailure({ title, message: error.message }),
  );

  const lane = {
    prepare: (transaction: DreddTransaction, done: () => void) => {
      prepare(transaction).then(done, (error: Error) => {
        failed.push({ transaction: transaction.name, message: `no request: ${error.message}` });
        transaction.skip = true;
        done();
      });
    },
    describe: adjustTransaction,
  };
  const Dredd = loadDredd();
  const runner = new Dredd({
    endpoint: target.url,
    // Dredd would read an undefined path without this option.
    path: [],
    apiDescriptions: [{ location: 'openapi.json', content: JSON.stringify(document) }],
    hookfiles: [hooksFile],
    reporter: [],
    loglevel: 'error',
    color: false,
    custom: { cwd: process.cwd(), lane },
    emitter,
  });
  // Dredd copies its whole configuration for the hooks. At this point, the parsed document in the configuration is no
  // longer needed.
  emitter.on('start', (_, done: () => void) => {
    runner.transactionRunner.configuration.apiDescriptions = [];
    done();
  });
  try {
    const stats = await new Promise<DreddStats>((resolve, reject) => {
      runner.run((error, result) => (error ? reject(error) : resolve(result)));
    });
    return { passed: stats.passes, failed, skipped };
  } finally {
    close();
  }
};
