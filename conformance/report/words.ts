import { answerOf, inLine, pathOf } from './observed.ts';
import { telling } from './headers.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Cause } from './causes.ts';
import type { Failure } from './failure.ts';

/** `1 cause`, `2 causes`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? '' : ` [${parts.join('; ')}]`);

/** An exchange as two lines: what was asked, and what came back, each with the headers that matter. */
const linesOf = (exchange: Exchange): readonly string[] => {
  const { request, response, ms } = exchange;
  const { request: asked, response: told } = telling(exchange);
  const body = request.body === undefined ? '' : ` ${inLine(request.body, 160)}`;
  const status = exchange.transport === 'http' ? `${response?.status} ` : '';
  const answer = response ? `${status}${inLine(response.body)}`.trimEnd() : 'no answer';
  return [
    `> ${request.method} ${pathOf(request)}${body}${inBrackets(asked)}`,
    `< ${answer}${inBrackets([...told, `${ms} ms`])}`,
  ];
};

/** What was seen at the judged exchange, in one line. */
export const observationOf = ({ judged }: Failure): string | undefined => {
  if (!judged) return undefined;
  const { request, response } = telling(judged);
  const asked = `${judged.request.method} ${pathOf(judged.request)}${inBrackets(request)}`;
  return `${asked}: ${answerOf(judged)}${inBrackets(response)}`;
};

/** A failure by itself: what was observed and what was demanded, the exchanges, and how to see it again. */
export const detailsOf = (failure: Failure): readonly string[] => {
  const { demand, comparison, exchanges, curl, replay, hint } = failure;
  const observation = observationOf(failure);
  return [
    ...(observation === undefined ? [] : [`observed:   ${observation}`]),
    `demanded:   ${demand}`,
    ...comparison.map(({ label, words }) => `${`${label}:`.padEnd(12)}${words}`),
    ...(hint === undefined ? [] : [`perhaps:    ${hint}`]),
    ...exchanges.flatMap(linesOf),
    ...(curl === undefined ? [] : [`curl:       ${curl}`]),
    `replay:     ${replay}`,
  ];
};

/** A failure that shares its cause with another, in one line. */
export const inShort = (failure: Failure): string =>
  [
    failure.audit,
    ...(failure.judged ? [`  ${failure.judged.request.method} ${pathOf(failure.judged.request)}`] : []),
    `; demanded: ${failure.demand}`,
  ].join('');

/** How much hangs on a cause. */
export const weightOf = ({ requirements: { length } }: Cause): string =>
  `${length} requirement${length === 1 ? ' hangs' : 's hang'} on this`;
