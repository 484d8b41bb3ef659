import { printable } from '#spec/text/printable.ts';
import { noColours } from './colours.ts';
import { toneOf } from './tones.ts';
import { counted } from './words.ts';
import type { AuditOutcome } from '../engine/outcome.ts';
import type { Colours } from './colours.ts';

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

type Listener = (progress: Progress) => void;

const isNoteworthy = ({ status }: AuditOutcome): boolean =>
  ['FAIL', 'FLAKY', 'WARN', 'HARNESS_ERROR'].includes(status);

const lineOf = ({ status, audit, message = '' }: AuditOutcome, colours: Colours): string => {
  const told = status === 'HARNESS_ERROR' ? message : `demanded: ${message}`;
  return `${colours[toneOf(status)](status.padEnd(5))} ${audit}  ${colours.dim(printable(told))}`;
};

/** A progress listener that writes a line for every audit that did not simply pass, and a count now and then. */
export const plainProgress = (write: (text: string) => void, colours: Colours = noColours): Listener => {
  let isWaiting = false;
  return (progress) => {
    if (progress.kind === 'waiting') {
      if (!isWaiting) write(`Waiting for ${progress.url}\n`);
      isWaiting = true;
    } else if (progress.kind === 'started') {
      write(`${counted(progress.total, 'audit')} against ${progress.url}, seed ${progress.seed}\n`);
    } else {
      const { outcome, done, total } = progress;
      if (isNoteworthy(outcome)) write(`[${done}/${total}] ${lineOf(outcome, colours)}\n`);
      else if (done % 50 === 0 || done === total) write(`[${done}/${total}]\n`);
    }
  };
};

const eraseLine = '\r\u001b[2K';
const widestBar = 24;

/**
 * The same for a terminal: one line that is written over, with a bar, above it what did not simply pass.
 * @param columns the width of the terminal, asked for each line
 */
export const liveProgress = (
  write: (text: string) => void,
  colours: Colours,
  columns: () => number,
): Listener => {
  let failed = 0;
  const barOf = (done: number, total: number, audit: string): string => {
    const width = Math.min(widestBar, Math.floor(columns() / 3));
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
        `${eraseLine}${counted(progress.total, 'audit')} against ${progress.url}, seed ${progress.seed}\n`,
      );
      return;
    }
    const { outcome, done, total } = progress;
    if (outcome.status === 'FAIL') failed += 1;
    const line = isNoteworthy(outcome) ? `${lineOf(outcome, colours)}\n` : '';
    write(`${eraseLine}${line}${done === total ? '' : barOf(done, total, outcome.audit)}`);
  };
};
