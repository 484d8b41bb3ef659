import { curlOf } from '../target/http/curl.ts';
import { brief } from '../json.ts';
import type { AuditOutcome } from '../engine/outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report } from './report.ts';

/** Everything that helps to understand one failed audit. */
export interface Failure {
  readonly audit: string;
  readonly status: string;
  readonly message: string;
  readonly requirements: readonly { readonly id: string; readonly level: string; readonly text: string }[];
  readonly expected?: string;
  readonly actual?: string;
  /** The exchanges that led there, one to a line, secrets masked. */
  readonly chain: readonly string[];
  /** The last request as a command line. */
  readonly curl?: string;
  /** The command that runs the audit again with the same inputs. */
  readonly replay: string;
  readonly likelyCause: string;
}

const failedStatuses = ['FAIL', 'FLAKY', 'HARNESS_ERROR'];

/** The audits that did not end as they should. */
export const failuresIn = (report: Report): readonly Failure[] =>
  report.audits
    .filter(({ status }) => failedStatuses.includes(status))
    .map((outcome) => failureOf(outcome, report));

const failureOf = (outcome: AuditOutcome, report: Report): Failure => {
  const { audit, status, message = '', expected, actual, exchanges } = outcome;
  const last = exchanges.at(-1);
  const curl = last && curlOf(last);
  return {
    audit,
    status,
    message,
    requirements: report.requirements.filter(({ id }) => outcome.requirements.includes(id)),
    ...(expected !== undefined && { expected: brief(expected, 400) }),
    ...(actual !== undefined && { actual: brief(actual, 400) }),
    chain: exchanges.map(lineOf),
    ...(curl && { curl }),
    replay: replayOf(outcome, report),
    likelyCause: outcome.likelyCause ?? likelyCause(last),
  };
};

/** {@link failureOf} as lines of text. */
export const explain = (outcome: AuditOutcome, report: Report): readonly string[] => {
  const { requirements, status, message, ...failure } = failureOf(outcome, report);
  return [
    ...requirements.map(({ id, level, text }) => `${id} (${level}): ${text}`),
    `  ${status}: ${message}`,
    ...detailsOf(failure).map((line) => `  ${line}`),
  ];
};

/** Expectation, exchanges and what to do about it, as lines of text. */
export const detailsOf = ({
  expected,
  actual,
  chain,
  curl,
  replay,
  likelyCause: cause,
}: Omit<Failure, 'requirements' | 'status' | 'message'>): readonly string[] => [
  ...(expected === undefined ? [] : [`expected: ${expected}`]),
  ...(actual === undefined ? [] : [`actual:   ${actual}`]),
  ...chain,
  ...(curl === undefined ? [] : [`curl:     ${curl}`]),
  `replay:   ${replay}`,
  `likely:   ${cause}`,
];

const replayOf = (outcome: AuditOutcome, { target, seed }: Report): string =>
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
