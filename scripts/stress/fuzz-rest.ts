/**
 * Sends generated requests for every documented operation to the reference implementation, and checks the responses.
 */
import '../report-usage-errors.ts';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TransportError } from '../../conformance/target/http/transport.ts';
import { openRequestFixtures } from '../../conformance/coverage/standalone-fixtures.ts';
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import { fuzzedOperations, sampleRequests } from './fuzz-rest/request-arbitraries.ts';
import { createResponseChecker } from './fuzz-rest/response-checker.ts';
import { createResourcePool } from './fuzz-rest/resource-pool.ts';
import { parseWholeNumber } from '../parse-options.ts';

interface FuzzOptions {
  /** Maximum number of requests. */
  readonly runs: number;
  /** Maximum duration in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

interface FuzzOutcome {
  readonly sent: number;
  readonly succeeded: number;
  /** The first wrong response of each kind, with the request that caused it. */
  readonly problems: readonly string[];
}

/** The list of existing resources is refreshed after this many requests. */
const refreshInterval = 100;

/** Fuzzes a target that has no other clients. The same seed always generates the same requests. */
export const fuzzRest = async (
  target: { readonly url: string; readonly token: string },
  { runs, seconds, seed }: FuzzOptions,
): Promise<FuzzOutcome> => {
  const { session, close } = openRequestFixtures(target);
  const http = session.silent;
  const pool = createResourcePool(http, fuzzedOperations);
  const checkResponse = createResponseChecker();
  const problems = new Map<string, string>();
  const deadline = performance.now() + seconds * 1000;
  let sentCount = 0;
  let succeededCount = 0;
  try {
    for (const fuzzedRequest of sampleRequests(seed, runs)) {
      if (performance.now() > deadline) break;
      if (sentCount % refreshInterval === 0) await pool.refresh();
      sentCount += 1;
      const { operation, text } = fuzzedRequest;
      const search = new URLSearchParams(fuzzedRequest.query).toString();
      const path =
        pool.buildPath(operation, fuzzedRequest.resourceNumber, fuzzedRequest.segment) +
        (search === '' ? '' : `?${search}`);
      const json = pool.fillReferences(fuzzedRequest.body);
      const request = { ...(text === undefined ? { json } : { body: text }), headers: fuzzedRequest.headers };
      const content = text ?? JSON.stringify(json) ?? '';
      const line = `${operation.method} ${path} ${JSON.stringify(fuzzedRequest.headers)} ${content}`.slice(
        0,
        2000,
      );
      try {
        const response = await http.send(operation.method, path, request);
        if (response.ok) succeededCount += 1;
        const fault = checkResponse(operation, response, fuzzedRequest);
        if (fault !== undefined && !problems.has(`${operation.id} ${fault}`))
          problems.set(`${operation.id} ${fault}`, `${fault}: ${line}\n  ${response.text.slice(0, 400)}`);
      } catch (error) {
        if (!(error instanceof TransportError)) throw error;
        problems.set(`${operation.id} ${error.kind}`, `${error.message}: ${line}`);
      }
    }
  } finally {
    close();
  }
  return { sent: sentCount, succeeded: succeededCount, problems: [...problems.values()] };
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { runs: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } },
  });
  const seed = parseWholeNumber(values, 'seed', randomInt(2 ** 31));
  const runs = parseWholeNumber(values, 'runs', 5_000);
  const seconds = parseWholeNumber(values, 'seconds', 60);
  const served = await serveFault();
  try {
    const outcome = await fuzzRest(served, { runs, seconds, seed });
    for (const problem of outcome.problems) process.stdout.write(`${problem}\n`);
    for (const failure of served.failures)
      process.stdout.write(`the service logged: ${describeFailure(failure)}\n`);
    process.stdout.write(
      `${outcome.sent} requests, ${outcome.succeeded} succeeded, ${outcome.problems.length} problems, seed ${seed}\n`,
    );
    return outcome.problems.length + served.failures.length === 0 ? 0 : 1;
  } finally {
    await served.close();
  }
};

const describeFailure = (failure: unknown): string => {
  const cause = failure instanceof Object && 'err' in failure ? failure.err : failure;
  return (cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause)).slice(0, 1_000);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
