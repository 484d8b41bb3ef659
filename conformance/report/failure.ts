import { curlOf } from '../http/curl.ts';
import { brief } from '../json.ts';
import type { AuditOutcome } from '../engine/run-audit.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Report } from './report.ts';

/** Everything that helps to understand one failed audit, as lines of text. */
export const explain = (outcome: AuditOutcome, report: Report): readonly string[] => {
  const texts = report.requirements.filter(({ id }) => outcome.requirements.includes(id));
  const last = outcome.exchanges.at(-1);
  const curl = last && curlOf(last);
  return [
    ...texts.map(({ id, level, text }) => `${id} (${level}): ${text}`),
    `  ${outcome.status}: ${outcome.message ?? ''}`,
    ...(outcome.expected === undefined ? [] : [`  expected: ${brief(outcome.expected, 400)}`]),
    ...(outcome.actual === undefined ? [] : [`  actual:   ${brief(outcome.actual, 400)}`]),
    ...outcome.exchanges.map((exchange) => `  ${lineOf(exchange)}`),
    ...(curl ? [`  curl:     ${curl}`] : []),
    `  replay:   ${replayOf(outcome, report)}`,
    `  likely:   ${outcome.likelyCause ?? likelyCause(last)}`,
  ];
};

export const replayOf = (outcome: AuditOutcome, { target, seed }: Report): string =>
  `npx scene-runtime conform --url ${target.url} --token-env NAME --only ${outcome.audit} --seed ${seed}`;

const lineOf = ({ request, response, ms }: Exchange): string => {
  const body = request.body === undefined ? '' : ` ${brief(request.body, 160)}`;
  const answer = response ? `${response.status} ${brief(response.body, 240)}` : 'no answer';
  return `> ${request.method} ${request.url}${body}  < ${answer} (${ms} ms)`;
};

const likelyCause = (last: Exchange | undefined): string => {
  const status = last?.response?.status;
  if (status === undefined) return 'the target closed the connection or hung';
  if (status >= 500) return 'an unhandled error in the target; its log should show it';
  if (status === 401 || status === 403) return 'the token, or the tier of the route';
  if (status === 404) return 'the route is missing, or an id is not recognised';
  return 'the rule above is not applied to this request';
};
