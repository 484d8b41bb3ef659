import { describe, expect, it } from 'vitest';
import { createColors, isInteractive } from './terminal-colors.ts';
import { createLiveProgress, createPlainProgress } from './progress.ts';
import { createOutcome } from './testing-report.ts';
import type { Progress } from './progress.ts';

const createTerminal = { isTTY: true };

describe('colors', () => {
  it.each([
    [true, 'a terminal', createTerminal, {}],
    [false, 'a terminal with NO_COLOR', createTerminal, { NO_COLOR: '1' }],
    [true, 'a terminal with an empty NO_COLOR', createTerminal, { NO_COLOR: '' }],
    [false, 'a terminal with CI', createTerminal, { CI: 'true' }],
    [false, 'a dumb terminal', createTerminal, { TERM: 'dumb' }],
    [false, 'a pipe', {}, {}],
    [true, 'a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1', CI: 'true' }],
    [false, 'a terminal with FORCE_COLOR=0', createTerminal, { FORCE_COLOR: '0' }],
    [false, 'NO_COLOR against FORCE_COLOR', createTerminal, { FORCE_COLOR: '1', NO_COLOR: '1' }],
  ] as const)('are %s on %s', (colored, _, stream, env) => {
    expect(createColors(stream, env).red('x')).toBe(colored ? '\u001b[31mx\u001b[39m' : 'x');
  });
});

it('lines are overwritten only on an interactive terminal', () => {
  expect(isInteractive(createTerminal, {})).toBe(true);
  expect(isInteractive(createTerminal, { CI: '1' })).toBe(false);
  expect(isInteractive({}, { FORCE_COLOR: '1' })).toBe(false);
});

/** A run of 120 audits in which the third audit fails. */
const progressOfRun: readonly Progress[] = [
  { kind: 'waiting', url: 'http://127.0.0.1:1' },
  { kind: 'waiting', url: 'http://127.0.0.1:1' },
  { kind: 'started', url: 'http://127.0.0.1:1', total: 120, seed: 7 },
  ...Array.from({ length: 120 }, (_, index): Progress => {
    const failing = index === 2;
    const outcome = createOutcome(`a/${index}`, [], {
      status: failing ? 'FAIL' : 'PASS',
      message: 'it is so',
    });
    return { kind: 'audited', outcome, done: index + 1, total: 120 };
  }),
];

it('without a terminal, progress is plain lines: failures and an occasional count', () => {
  let text = '';
  const listen = createPlainProgress((part) => {
    text += part;
  });
  for (const progress of progressOfRun) listen(progress);
  expect(text.split('\n')).toEqual([
    'Waiting for http://127.0.0.1:1',
    '120 audits against http://127.0.0.1:1, seed 7',
    '[3/120] FAIL  a/2  required: it is so',
    '[50/120]',
    '[100/120]',
    '[120/120]',
    '',
  ]);
});

it('on a terminal, progress is one line that fits the width, below the failures, and is erased at the end', () => {
  let text = '';
  const listen = createLiveProgress(
    (part) => {
      text += part;
    },
    createColors({}, {}),
    () => 40,
  );
  for (const progress of progressOfRun) listen(progress);
  const lines = text.split('\n').map((line) => line.split('\r\u001b[2K'));
  expect(lines.map((parts) => parts.at(-1))).toEqual([
    '120 audits against http://127.0.0.1:1, seed 7',
    'FAIL  a/2  required: it is so',
    '',
  ]);
  const bars = lines.flat().filter((part) => part.startsWith('━'));
  expect(bars).toHaveLength(119);
  expect(Math.max(...bars.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(bars.at(-1)).toContain('1 failed');
});
