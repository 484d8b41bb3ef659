import { describeResponse, toSingleLine, getRequestPath } from './exchange-text.ts';
import { getRelevantHeaders } from './relevant-headers.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Cause } from './failure-causes.ts';
import type { Failure } from './failures.ts';

/** `1 cause`, `2 causes`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

const formatBrackets = (parts: readonly string[]): string =>
  parts.length === 0 ? '' : ` [${parts.join('; ')}]`;

/** An exchange as two lines: what was asked, and what came back, each with the headers that matter. */
const formatExchange = (exchange: Exchange): readonly string[] => {
  const { request, response, ms } = exchange;
  const { request: asked, response: told } = getRelevantHeaders(exchange);
  const body = request.body === undefined ? '' : ` ${toSingleLine(request.body, 160)}`;
  const status = exchange.transport === 'http' ? `${response?.status} ` : '';
  const answer = response ? `${status}${toSingleLine(response.body)}`.trimEnd() : 'no answer';
  return [
    `> ${request.method} ${getRequestPath(request)}${body}${formatBrackets(asked)}`,
    `< ${answer}${formatBrackets([...told, `${ms} ms`])}`,
  ];
};

/** What was seen at the judged exchange, in one line. */
export const describeObservation = ({ judgedExchange }: Failure): string | undefined => {
  if (!judgedExchange) return undefined;
  const { request, response } = getRelevantHeaders(judgedExchange);
  const asked = `${judgedExchange.request.method} ${getRequestPath(judgedExchange.request)}${formatBrackets(request)}`;
  return `${asked}: ${describeResponse(judgedExchange)}${formatBrackets(response)}`;
};

/** A failure by itself: what was observed and what was demanded, the exchanges, and how to see it again. */
export const formatFailure = (failure: Failure): readonly string[] => {
  const { assertion, comparison, exchanges, curl, replay, hint } = failure;
  const observation = describeObservation(failure);
  return [
    ...(observation === undefined ? [] : [`observed:   ${observation}`]),
    `demanded:   ${assertion}`,
    ...comparison.map(({ label, words }) => `${`${label}:`.padEnd(12)}${words}`),
    ...(hint === undefined ? [] : [`perhaps:    ${hint}`]),
    ...exchanges.flatMap(formatExchange),
    ...(curl === undefined ? [] : [`curl:       ${curl}`]),
    `replay:     ${replay}`,
  ];
};

/** A failure that shares its cause with another, in one line. */
export const summarizeFailure = (failure: Failure): string =>
  [
    failure.audit,
    ...(failure.judgedExchange
      ? [`  ${failure.judgedExchange.request.method} ${getRequestPath(failure.judgedExchange.request)}`]
      : []),
    `; demanded: ${failure.assertion}`,
  ].join('');

/** How much hangs on a cause. */
export const describeImpact = ({ requirements: { length } }: Cause): string =>
  `${length} requirement${length === 1 ? ' hangs' : 's hang'} on this`;
