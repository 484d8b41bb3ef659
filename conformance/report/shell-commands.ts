import { mask } from '../target/http/redactor.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report, Rerun } from './report.ts';

/** Stands for a token that was given on the command line, which no report repeats. */
export const defaultTokenVariable = 'SCENE_TOKEN';

/** One word of a POSIX shell; masked secrets become the variable that holds them. */
const quoteWord = (text: string, variable = defaultTokenVariable): string => {
  if (text.includes(mask)) {
    const [head = '', ...tails] = text.split(mask).map((part) => part.replace(/["\\$`]/g, '\\$&'));
    return `"${head}${tails.map((tail) => (/^\w/.test(tail) ? `\${${variable}}` : `$${variable}`) + tail).join('')}"`;
  }
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** A command line of these words. */
export const formatCommand = (...words: readonly string[]): string =>
  words.map((text) => quoteWord(text)).join(' ');

/** The command that runs an audit again with the same inputs. */
export const formatReplayCommand = (
  { audit }: Pick<AuditOutcome, 'audit'>,
  { rerun, seed }: Report,
): string => `${rerun.command} --only ${quoteWord(audit)} --seed ${seed}`;

/** The exchange log ends a body that is too long for a report like this. */
const isTruncated = (body: string): boolean => /… \(\d+ characters\)$/.test(body);

/** A request as a command line; undefined for what curl cannot send, and for bodies that the report does not hold whole. */
export const formatCurlCommand = (
  { request, transport }: Exchange,
  { tokens }: Rerun,
): string | undefined => {
  const { method, url, headers, body } = request;
  if (transport !== 'http' || (body !== undefined && isTruncated(body))) return undefined;
  const [, variable] = Object.entries(tokens).find(([address]) => url.startsWith(`${address}/`)) ?? [];
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return [
    'curl -i',
    // A copy on the author's machine has a certificate that nobody else knows.
    ...(url.startsWith('https:') ? ['-k'] : []),
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|$)/.test(url) ? ['--path-as-is'] : []),
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', quoteWord(method)]),
    quoteWord(url, variable),
    ...Object.entries(headers).map(
      // A header without a value ends in a semicolon for curl.
      ([name, value]) => `-H ${quoteWord(value === '' ? `${name};` : `${name}: ${value}`, variable)}`,
    ),
    ...(body === undefined
      ? []
      : [...(hasType ? [] : ["-H 'content-type:'"]), `--data-binary ${quoteWord(body, variable)}`]),
  ].join(' ');
};
