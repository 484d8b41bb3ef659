import { mask } from '../target/http/redactor.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Exchange } from '../target/http/exchange.ts';
import type { Report, Rerun } from './report.ts';

/** Replaces a token from the command line in the report. */
export const defaultTokenVariable = 'SCENE_TOKEN';

/** Quotes a word for a POSIX shell. Masked secrets become the variable that holds them. */
const quoteWord = (text: string, variable = defaultTokenVariable): string => {
  if (text.includes(mask)) {
    const [head = '', ...parts] = text.split(mask).map((part) => part.replace(/["\\$`]/g, '\\$&'));
    return `"${head}${parts.map((part) => (/^\w/.test(part) ? `\${${variable}}` : `$${variable}`) + part).join('')}"`;
  }
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
};

/** Formats a command line. */
export const formatCommand = (...words: readonly string[]): string =>
  words.map((text) => quoteWord(text)).join(' ');

/** Formats the command that runs an audit again with the same inputs. */
export const formatReplayCommand = (
  { audit }: Pick<AuditOutcome, 'audit'>,
  { rerun, seed }: Report,
): string => `${rerun.command} --only ${quoteWord(audit)} --seed ${seed}`;

/** The exchange log ends a truncated body like this. */
const isTruncated = (body: string): boolean => /… \(\d+ characters\)$/.test(body);

/** Formats a request as a curl command. Returns undefined for the hub and for truncated bodies. */
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
    // A copy on the author's machine has a self-signed certificate.
    ...(url.startsWith('https:') ? ['-k'] : []),
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/\.{1,2}(\/|$)/.test(url) ? ['--path-as-is'] : []),
    ...(method === 'HEAD' ? ['-I'] : method === 'GET' && body === undefined ? [] : ['-X', quoteWord(method)]),
    quoteWord(url, variable),
    ...Object.entries(headers).map(
      // curl wants a semicolon after a header without a value.
      ([name, value]) => `-H ${quoteWord(value === '' ? `${name};` : `${name}: ${value}`, variable)}`,
    ),
    ...(body === undefined
      ? []
      : [...(hasType ? [] : ["-H 'content-type:'"]), `--data-binary ${quoteWord(body, variable)}`]),
  ].join(' ');
};
