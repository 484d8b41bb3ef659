import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { formatCount } from './failure-text.ts';
import { type Colors, getStatusColor, noColors } from './terminal-colors.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';

/** Events that a run reports while it is in progress. */
export type Progress =
  | { readonly kind: 'waiting'; readonly url: string }
  | { readonly kind: 'started'; readonly url: string; readonly total: number; readonly seed: number }
  | {
      readonly kind: 'audited';
      readonly outcome: AuditOutcome;
      readonly done: number;
      readonly total: number;
    };

type ProgressListener = (progress: Progress) => void;

const isNoteworthy = ({ status }: AuditOutcome): boolean =>
  ['FAIL', 'FLAKY', 'WARN', 'HARNESS_ERROR'].includes(status);

const formatOutcome = ({ status, audit, message = '' }: AuditOutcome, colors: Colors): string => {
  const label = status === 'HARNESS_ERROR' ? message : `required: ${message}`;
  return `${colors[getStatusColor(status)](status.padEnd(5))} ${audit}  ${colors.dim(escapeControlCharacters(label))}`;
};

/**
 * Creates a progress listener that writes one line for every audit that did not pass, and occasionally a count of
 * finished audits.
 */
export const createPlainProgress = (
  write: (text: string) => void,
  colors: Colors = noColors,
): ProgressListener => {
  let isWaiting = false;
  return (progress) => {
    if (progress.kind === 'waiting') {
      if (!isWaiting) write(`Waiting for ${progress.url}\n`);
      isWaiting = true;
    } else if (progress.kind === 'started') {
      write(`${formatCount(progress.total, 'audit')} against ${progress.url}, seed ${progress.seed}\n`);
    } else {
      const { outcome, done, total } = progress;
      if (isNoteworthy(outcome)) write(`[${done}/${total}] ${formatOutcome(outcome, colors)}\n`);
      else if (done % 50 === 0 || done === total) write(`[${done}/${total}]\n`);
    }
  };
};

const eraseLine = '\r\u001b[2K';
const maxBarWidth = 24;

/**
 * Creates a progress listener for a terminal. The listener overwrites a single line with a progress bar, below the list
 * of audits that did not pass.
 * @param columns the width of the terminal in columns, read again for each line
 */
export const createLiveProgress = (
  write: (text: string) => void,
  colors: Colors,
  columns: () => number,
): ProgressListener => {
  let failed = 0;
  const formatBar = (done: number, total: number, audit: string): string => {
    const width = Math.min(maxBarWidth, Math.floor(columns() / 3));
    const filled = Math.round((width * done) / total);
    const count = ` ${done}/${total}`;
    const failures = failed > 0 ? `  ${failed} failed` : '';
    const availableWidth = Math.max(0, columns() - width - count.length - failures.length - 3);
    return [
      colors.green('━'.repeat(filled)),
      colors.dim('━'.repeat(width - filled)),
      count,
      colors.red(failures),
      colors.dim(`  ${audit.slice(0, availableWidth)}`),
    ].join('');
  };
  return (progress) => {
    if (progress.kind === 'waiting') {
      write(`${eraseLine}Waiting for ${progress.url}`);
      return;
    }
    if (progress.kind === 'started') {
      write(
        `${eraseLine}${formatCount(progress.total, 'audit')} against ${progress.url}, seed ${progress.seed}\n`,
      );
      return;
    }
    const { outcome, done, total } = progress;
    if (outcome.status === 'FAIL') failed += 1;
    const line = isNoteworthy(outcome) ? `${formatOutcome(outcome, colors)}\n` : '';
    write(`${eraseLine}${line}${done === total ? '' : formatBar(done, total, outcome.audit)}`);
  };
};
