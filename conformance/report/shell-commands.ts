import { mask } from '../target/http/redactor.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report, Rerun } from './report.ts';

/** The environment variable that the report shows instead of a token that was given on the command line. */
export const defaultTokenVariable = 'SCENE_TOKEN';

/**
 * Quotes a word for a POSIX shell. Masked secrets are replaced with a reference to the environment variable that holds
 * them.
 */
const quoteWord = (text: string, variable = defaultTokenVariable): string => {
  if (text.includes(mask)) {
    const [head = '', ...parts] = text.split(mask).map((part) => part.replace(/["\\$`]/g, '\\$&'));
    return `"${head}${parts.map((part) => (/^\w/.test(part) ? `\${${variable}}` : `$${variable}`) + part).join('')}"`;
  }
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** Formats words as a command line. */
export const formatCommand = (...words: readonly string[]): string =>
  words.map((text) => quoteWord(text)).join(' ');

/** Formats the command that runs an audit again with the same inputs. */
export const formatReplayCommand = (
  { audit }: Pick<AuditOutcome, 'audit'>,
  { rerun, seed }: Report,
): string => `${rerun.command} --only ${quoteWord(audit)} --seed ${seed}`;

/** Whether a body ends with the text that the exchange log appends to truncated bodies. */
const isTruncated = (body: string): boolean => /… \(\d+ characters\)$/.test(body);

/** Formats a request as a curl command. Returns `undefined` for hub calls and for truncated bodies. */
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
    // Turns off curl's certificate check, because a target on its author's own machine has a self-signed certificate.
    ...(url.startsWith('https:') ? ['-k'] : []),
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|$)/.test(url) ? ['--path-as-is'] : []),
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', quoteWord(method)]),
    quoteWord(url, variable),
    ...Object.entries(headers).map(
      // For a header without a value, curl requires a semicolon after the name.
      ([name, value]) => `-H ${quoteWord(value === '' ? `${name};` : `${name}: ${value}`, variable)}`,
    ),
    ...(body === undefined
      ? []
      : [...(hasType ? [] : ["-H 'content-type:'"]), `--data-binary ${quoteWord(body, variable)}`]),
  ].join(' ');
};
