import { documentedOperations } from '../coverage/spec-documents.ts';
import { createOperationMatcher } from '../target/http/match-operation.ts';
import { getByPath, tryParseJson } from '../json.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange, SentRequest } from '../target/http/exchange.ts';

const matchOperation = createOperationMatcher(documentedOperations);

/** Returns the path and query of a request. */
export const getRequestPath = ({ url }: SentRequest): string => url.replace(/^\w+:\/\/[^/?#]*/, '') || '/';

/**
 * Returns the route of a request, such as `GET /api/nodes/{nodeId}`, or method and path where no route is documented.
 */
export const getRequestRoute = ({ request, transport }: Exchange): string => {
  const path = getRequestPath(request).replace(/\?.*$/, '');
  const operation = transport === 'http' ? matchOperation(request.method, path) : undefined;
  return `${request.method} ${operation?.path ?? path}`;
};

/** Returns the documented operation of a request. */
export const findOperationId = ({ request, transport }: Exchange): string | undefined =>
  transport === 'http' ? matchOperation(request.method, getRequestPath(request))?.id : undefined;

/** Finds the exchange that an assertion is about: the last one that its message names, or else the last of all. */
export const findAssertedExchange = ({ message = '', exchanges }: AuditOutcome): Exchange | undefined => {
  const matching = exchanges.filter(({ request }) =>
    mentionsRequest(message, `${request.method} ${getRequestPath(request)}`),
  );
  return matching.at(-1) ?? exchanges.at(-1);
};

/** Whether a text contains this title, and not only as the beginning of a longer path. */
const mentionsRequest = (text: string, title: string): boolean => {
  const start = text.indexOf(title);
  return start >= 0 && /^([\s,:;)]|$)/.test(text.slice(start + title.length));
};

/** Returns the error code of a response. */
const getErrorCode = ({ response }: Exchange): string | undefined => {
  const code = getByPath(tryParseJson(response?.body ?? ''), 'error.code');
  return typeof code === 'string' ? code : undefined;
};

/** Collapses a body to one line. */
export const toSingleLine = (body: string, length = 240): string => {
  const text = body.replace(/\s+/g, ' ').trim();
  return text.length > length ? `${text.slice(0, length)}…` : text;
};

/** Describes a response: `404 GRAPH_NOT_FOUND`, `200 {"status":"ok"}`, `no answer`. */
export const describeResponse = (exchange: Exchange, length = 160): string => {
  const { response } = exchange;
  if (!response) return 'no answer';
  const body = getErrorCode(exchange) ?? toSingleLine(response.body, length);
  if (exchange.transport !== 'http') return body;
  return `${response.status} ${body === '' ? 'and an empty body' : body}`;
};
