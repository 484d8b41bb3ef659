import { type Exchange, getRequestPath } from '../target/http/exchange.ts';
import { describeResponse, toSingleLine } from './exchange-text.ts';
import { describeRequirementSource } from '../requirements/description-sections.ts';
import type { Cause } from './failure-causes.ts';
import type { Failure } from './failures.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers that every JSON exchange contains. These headers are shown only if their values are unusual. */
const usualHeaders: Readonly<Record<string, RegExp>> = {
  'content-type': /^application\/json/,
  accept: /^application\/json$/,
};

const relevantRequestHeaders = /^(accept|content-type|origin|access-control-request-\w+)$/;
const relevantResponseHeaders =
  /^(content-type|x-total-count|x-ignored|location|allow|retry-after|www-authenticate|access-control-[\w-]+)$/;

const selectHeaders = (headers: Headers, pattern: RegExp): readonly string[] =>
  Object.entries(headers)
    .filter(([name, value]) => pattern.test(name) && !usualHeaders[name]?.test(value))
    .map(([name, value]) => `${name}: ${value}`);

/** Whether an HTTP request has no token. */
const isTokenless = ({ request: { headers, url }, transport }: Exchange): boolean =>
  transport === 'http' &&
  /^[^?]*\/api\//.test(url) &&
  !('x-api-key' in headers) &&
  !url.includes('access_token=');

/**
 * Returns the headers that explain a response: those of the request, including a missing token, and those of the
 * response.
 */
const getRelevantHeaders = (exchange: Exchange) => ({
  request: [
    ...selectHeaders(exchange.request.headers, relevantRequestHeaders),
    ...(isTokenless(exchange) ? ['no token'] : []),
  ],
  response: selectHeaders(exchange.response?.headers ?? {}, relevantResponseHeaders),
});

/** Formats a count with its noun, such as `1 cause` or `2 causes`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const formatBrackets = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` [${parts.join('; ')}]`;

/**
 * Formats an exchange as two lines, one for the request and one for the response. Each line includes the relevant
 * headers.
 */
const formatExchange = (exchange: Exchange): readonly string[] => {
  const { request, response, ms } = exchange;
  const { request: requestHeaders, response: responseHeaders } = getRelevantHeaders(exchange);
  const body = request.body === undefined ? '' : ` ${toSingleLine(request.body, 160)}`;
  const status = exchange.transport === 'http' ? `${response?.status} ` : '';
  const responseText = response ? `${status}${toSingleLine(response.body)}`.trimEnd() : 'no answer';
  return [
    `> ${request.method} ${getRequestPath(request)}${body}${formatBrackets(requestHeaders)}`,
    `< ${responseText}${formatBrackets([...responseHeaders, `${ms} ms`])}`,
  ];
};

/** Describes in one line the exchange that the assertion is about. */
export const describeObservation = ({ assertedExchange }: Failure): string | undefined => {
  if (!assertedExchange) return undefined;
  const { request, response } = getRelevantHeaders(assertedExchange);
  const requestText = `${assertedExchange.request.method} ${getRequestPath(assertedExchange.request)}${formatBrackets(request)}`;
  return `${requestText}: ${describeResponse(assertedExchange)}${formatBrackets(response)}`;
};

/** Maximum number of requirements that a failure quotes. */
const maxQuotedRequirements = 3;

/**
 * Returns what the audit expected, under a suitable label, and the requirements that explain why. A failure of the kit
 * or of a set-up is a problem, and not something that the target must do.
 */
export const explainAssertion = ({ status, assertion, requirements }: Failure) => {
  if (status === 'HARNESS_ERROR') return { label: 'problem', assertion, reasons: [] };
  const quoted = requirements.slice(0, maxQuotedRequirements).map(describeRequirementSource);
  const remaining = requirements.slice(maxQuotedRequirements).map(({ id }) => id);
  const reasons = remaining.length === 0 ? quoted : [...quoted, `and ${remaining.join(', ')}`];
  return { label: 'required', assertion, reasons };
};

const formatLine = (label: string, text: string): string => `${`${label}:`.padEnd(12)}${text}`;

/** Formats a single failure: what was observed, what is required, the exchanges, and how to reproduce the failure. */
export const formatFailure = (failure: Failure): readonly string[] => {
  const { comparison, exchanges, curl, replay, hint } = failure;
  const { label, assertion, reasons } = explainAssertion(failure);
  const observation = describeObservation(failure);
  return [
    ...(observation === undefined ? [] : [`observed:   ${observation}`]),
    formatLine(label, assertion),
    ...reasons.map((reason) => formatLine('because', reason)),
    ...comparison.map((line) => formatLine(line.label, line.words)),
    ...(hint === undefined ? [] : [`hint:       ${hint}`]),
    ...exchanges.flatMap(formatExchange),
    ...(curl === undefined ? [] : [`curl:       ${curl}`]),
    `replay:     ${replay}`,
  ];
};

/** Formats a failure as a single line, for use when another failure with the same cause is shown in full. */
export const summarizeFailure = (failure: Failure): string =>
  [
    failure.audit,
    ...(failure.assertedExchange
      ? [`  ${failure.assertedExchange.request.method} ${getRequestPath(failure.assertedExchange.request)}`]
      : []),
    `; ${explainAssertion(failure).label}: ${failure.assertion}`,
  ].join('');

/** Describes how many requirements depend on a cause. */
export const describeImpact = ({ requirements: { length } }: Cause): string =>
  `${length} requirement${length === 1 ? ' depends' : 's depend'} on this`;
