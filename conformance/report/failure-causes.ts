import { tryParseJson } from '../json.ts';
import { isInternalError } from '../target/session.ts';
import { findEnvelopeError } from '../target/http/response-validator.ts';
import { listFailures } from './failures.ts';
import { groupBy } from './group-by.ts';
import { describeResponse, findOperationId, getRequestRoute } from './exchange-text.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Failure } from './failures.ts';
import type { Report } from './report.ts';

/** A group of failures that a single defect explains. */
export interface Cause {
  /** What the kit observed, in one line. */
  readonly title: string;
  /** The routes at which failures with this cause were observed. */
  readonly routes: readonly string[];
  /** The requirements that depend on the cause, without duplicates. */
  readonly requirements: Failure['requirements'];
  /** The failures with this cause. The first failure illustrates the cause best. */
  readonly failures: readonly [Failure, ...(readonly Failure[])];
}

/** The key by which failures are grouped, and a title for the group. */
interface CauseTrait {
  readonly key: string;
  readonly title: string;
  /** A more precise title, used if all failures of the group share this title. */
  readonly precise?: string;
}

/** Groups the failures of a report by cause. The cause on which most requirements depend comes first. */
export const findCauses = (report: Report): readonly Cause[] => {
  const findTrait = createTraitFinder(report);
  const traits = listFailures(report).map((failure) => ({ failure, ...findTrait(failure) }));
  return groupBy(traits, ({ key }) => key)
    .map(([, [first, ...rest]]): Cause => {
      const failures = [first.failure, ...rest.map(({ failure }) => failure)] as const;
      return {
        title: (rest.every(({ precise }) => precise === first.precise) && first.precise) || first.title,
        routes: unique(
          failures.flatMap(({ assertedExchange }) =>
            assertedExchange ? [getRequestRoute(assertedExchange)] : [],
          ),
        ),
        requirements: unique(failures.flatMap(({ requirements }) => requirements)),
        failures,
      };
    })
    .sort((a, b) => b.requirements.length - a.requirements.length);
};

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];

const createTraitFinder = (report: Report): ((failure: Failure) => CauseTrait) => {
  const isServed = createServedCheck(report);
  const soleResponse = findSoleResponse(report);

  return (failure) => {
    const { audit, status, assertion, assertedExchange } = failure;
    if (failure.isSetupFault) return { key: `set-up ${assertion}`, title: assertion };
    if (status === 'HARNESS_ERROR') return { key: `kit ${assertion}`, title: `The kit failed: ${assertion}` };
    if (!assertedExchange) return { key: audit, title: `Not met: ${assertion}` };
    if (soleResponse !== undefined && assertedExchange.transport === 'http')
      return { key: 'sole', title: `Every request gets the same response: ${soleResponse}` };
    return getTrait(failure, assertedExchange, isServed(assertedExchange));
  };
};

const getTrait = (failure: Failure, exchange: Exchange, isServed: boolean): CauseTrait => {
  const { assertion, expectedError } = failure;
  const { response, transport } = exchange;
  const route = getRequestRoute(exchange);
  if (!response) return { key: `silent ${route}`, title: `${route} gets no answer` };
  const responseText = describeResponse(exchange, 80);
  if (failure.isSideEffect) {
    const flaw = describeFlaw(failure) ?? assertion;
    const title = `${route} answers ${response.status}, but has a side effect`;
    return { key: `effect ${route} ${response.status}`, title, precise: `${title}: ${flaw}` };
  }
  const { status } = response;
  const isExpected = expectedError?.startsWith(String(status)) ?? false;
  if (!isServed && !isExpected && [404, 405, 501].includes(status))
    return { key: `missing ${route}`, title: `${route} is not served: ${responseText}` };
  if (isInternalError(status) && !isExpected)
    return { key: `crash ${responseText}`, title: `The target has an internal error: ${responseText}` };
  const fault = status >= 400 ? findEnvelopeError(tryParseJson(response.body)) : undefined;
  if (fault !== undefined)
    return { key: `envelope ${fault}`, title: `Errors lack the error envelope: ${fault}` };
  if (expectedError !== undefined && status >= 400)
    return {
      key: `due ${expectedError} ${responseText}`,
      title: `The target answers ${responseText} instead of ${expectedError}`,
    };
  if (status === 401 || status === 403)
    return { key: `refused ${responseText}`, title: `Requests are rejected: ${responseText}` };
  // Messages that a hub or a runtime sends unprompted are not responses, so each assertion about them is a separate
  // cause.
  const actor = transportActors[transport];
  const assertionText = actor === undefined ? '' : assertion;
  const description = describeFlaw(failure);
  const title = actor === undefined ? `${route} answers ${responseText}` : `${actor}: ${responseText}`;
  return {
    key: `exchange ${assertionText} ${route} ${getExchangeFingerprint(exchange)}`,
    title,
    ...(description !== undefined && {
      precise:
        actor === undefined ? `${route} answers ${status}: ${description}` : `${actor}: ${description}`,
    }),
  };
};

/** The sender on each transport where a message is not always a response. */
const transportActors: Readonly<Partial<Record<Exchange['transport'], string>>> = {
  hub: 'The hub',
  link: 'The runtime',
};

/** Describes what is wrong with a response, if a few words are enough. */
const describeFlaw = ({ comparison }: Failure): string | undefined => {
  const getText = (label: string): string | undefined =>
    comparison.find((line) => line.label === label)?.words;
  const [expected, actual, difference] = ['should be', 'but is', 'differs'].map(getText);
  const description =
    difference ??
    (expected === undefined || actual === undefined ? undefined : `should be ${expected}, but is ${actual}`);
  return description !== undefined && description.length <= 120 ? description : undefined;
};

/**
 * Returns a string that is equal for equal exchanges on a route. Ids and times are left out, because they differ in
 * every run.
 */
const getExchangeFingerprint = ({ request, response }: Exchange): string =>
  [
    request.body ?? '',
    request.headers['x-api-key'] === undefined ? 'no token' : '',
    response?.status,
    response?.body,
  ]
    .join('\n')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '·')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '·');

/** Returns a function that checks whether an operation ever succeeded in the run. */
const createServedCheck = ({ audits, coverage }: Report): ((exchange: Exchange) => boolean) => {
  const succeeded = new Set([
    ...audits.flatMap(({ exchanges }) =>
      exchanges.filter(({ response }) => response && response.status < 400).map(findOperationId),
    ),
    ...coverage
      .filter(({ status, state }) => status.startsWith('2') && (state === 'asserted' || state === 'observed'))
      .map(({ operation }) => operation),
  ]);
  // An undocumented route can't count as missing.
  return (exchange) => {
    const operation = findOperationId(exchange);
    return operation === undefined || succeeded.has(operation);
  };
};

/** If the target sends the same response to every request, returns this response. */
const findSoleResponse = ({ audits }: Report): string | undefined => {
  const httpExchanges = audits
    .flatMap(({ exchanges }) => exchanges)
    .filter(({ transport }) => transport === 'http');
  const [first] = httpExchanges;
  const routes = new Set(httpExchanges.map(getRequestRoute));
  if (!first?.response || routes.size < 3) return undefined;
  const isSame = httpExchanges.every(
    ({ response }) => response?.status === first.response?.status && response?.body === first.response?.body,
  );
  return isSame ? describeResponse(first) : undefined;
};
