import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';
import { noColors } from './colors.ts';
import { getStatusColor } from './status-colors.ts';
import { formatCount } from './failure-text.ts';
import type { AuditOutcome } from '../runner/audit-outcome.ts';
import type { Colors } from './colors.ts';

/** What a run tells while it goes on. */
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

const formatOutcome = ({ status, audit, message = '' }: AuditOutcome, colours: Colors): string => {
  const told = status === 'HARNESS_ERROR' ? message : `demanded: ${message}`;
  return `${colours[getStatusColor(status)](status.padEnd(5))} ${audit}  ${colours.dim(escapeControlCharacters(told))}`;
};

/** A progress listener that writes a line for every audit that did not simply pass, and a count now and then. */
export const createPlainProgress = (
  write: (text: string) => void,
  colours: Colors = noColors,
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
      if (isNoteworthy(outcome)) write(`[${done}/${total}] ${formatOutcome(outcome, colours)}\n`);
      else if (done % 50 === 0 || done === total) write(`[${done}/${total}]\n`);
    }
  };
};

const eraseLine = '\r\u001b[2K';
const maxBarWidth = 24;

/**
 * The same for a terminal: one line that is written over, with a bar, above it what did not simply pass.
 * @param columns the width of the terminal, asked for each line
 */
export const createLiveProgress = (
  write: (text: string) => void,
  colours: Colors,
  columns: () => number,
): ProgressListener => {
  let failed = 0;
  const barOf = (done: number, total: number, audit: string): string => {
    const width = Math.min(maxBarWidth, Math.floor(columns() / 3));
    const filled = Math.round((width * done) / total);
    const count = ` ${done}/${total}`;
    const failures = failed > 0 ? `  ${failed} failed` : '';
    const room = Math.max(0, columns() - width - count.length - failures.length - 3);
    return [
      colours.green('━'.repeat(filled)),
      colours.dim('━'.repeat(width - filled)),
      count,
      colours.red(failures),
      colours.dim(`  ${audit.slice(0, room)}`),
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
    const line = isNoteworthy(outcome) ? `${formatOutcome(outcome, colours)}\n` : '';
    write(`${eraseLine}${line}${done === total ? '' : barOf(done, total, outcome.audit)}`);
  };
};
