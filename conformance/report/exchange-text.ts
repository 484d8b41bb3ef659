import { documentedOperations } from '../coverage/openapi-operations.ts';
import { createOperationMatcher } from '../target/http/match-operation.ts';
import { getRequestPath } from '../target/http/exchange.ts';
import { findNamedExchange } from '../runner/exchange-log.ts';
import { getByPath, tryParseJson } from '../json.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';

const matchOperation = createOperationMatcher(documentedOperations);

/**
 * Returns the route of a request, such as `GET /api/nodes/{nodeId}`. If no route is documented, returns the method and
 * path.
 */
export const getRequestRoute = ({ request, transport }: Exchange): string => {
  const path = getRequestPath(request).replace(/\?.*$/, '');
  const operation = transport === 'http' ? matchOperation(request.method, path) : undefined;
  return `${request.method} ${operation?.path ?? path}`;
};

/** Returns the id of the documented operation that a request calls. */
export const findOperationId = ({ request, transport }: Exchange): string | undefined =>
  transport === 'http' ? matchOperation(request.method, getRequestPath(request))?.id : undefined;

/**
 * Finds the exchange that an assertion is about: the exchange that the runner recorded for the assertion. If there is
 * none, finds the last exchange that the assertion's message names, or the last exchange of all.
 */
export const findAssertedExchange = ({ message = '', exchanges, asserted }: AuditOutcome) =>
  (asserted === undefined ? findNamedExchange(message, exchanges) : exchanges[asserted]) ?? exchanges.at(-1);

const getErrorCode = ({ response }: Exchange): string | undefined => {
  const code = getByPath(tryParseJson(response?.body ?? ''), 'error.code');
  return typeof code === 'string' ? code : undefined;
};

/** Collapses a body to a single line, truncated to the given length. */
export const toSingleLine = (body: string, length = 240): string => {
  const text = body.replace(/\s+/g, ' ').trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
};

/** Describes a response, such as `404 GRAPH_NOT_FOUND`, `200 {"status":"ok"}` or `no answer`. */
export const describeResponse = (exchange: Exchange, length = 160): string => {
  const { response } = exchange;
  if (!response) return 'no answer';
  const body = getErrorCode(exchange) ?? toSingleLine(response.body, length);
  if (exchange.transport !== 'http') return body;
  return `${response.status} ${body === '' ? 'and an empty body' : body}`;
};
