import { describe, expect, it } from 'vitest';
import { coloursFor, isLive } from './colours.ts';
import { liveProgress, plainProgress } from './progress.ts';
import { outcomeOf } from './testing-report.ts';
import type { Progress } from './progress.ts';

const terminal = { isTTY: true };

describe('colours', () => {
  it.each([
    [true, 'a terminal', terminal, {}],
    [false, 'a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }],
    [true, 'a terminal with an empty NO_COLOR', terminal, { NO_COLOR: '' }],
    [false, 'a terminal with CI', terminal, { CI: 'true' }],
    [false, 'a dumb terminal', terminal, { TERM: 'dumb' }],
    [false, 'a pipe', {}, {}],
    [true, 'a pipe with FORCE_COLOR', {}, { FORCE_COLOR: '1', CI: 'true' }],
    [false, 'a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }],
    [false, 'NO_COLOR against FORCE_COLOR', terminal, { FORCE_COLOR: '1', NO_COLOR: '1' }],
  ] as const)('are %s on %s', (coloured, _, stream, env) => {
    expect(coloursFor(stream, env).red('x')).toBe(coloured ? '\u001b[31mx\u001b[39m' : 'x');
  });
});

it('lines are written over on a terminal that somebody looks at only', () => {
  expect(isLive(terminal, {})).toBe(true);
  expect(isLive(terminal, { CI: '1' })).toBe(false);
  expect(isLive({}, { FORCE_COLOR: '1' })).toBe(false);
});

/** A run of 120 audits, of which the third fails. */
const run: readonly Progress[] = [
  { kind: 'waiting', url: 'http://127.0.0.1:1' },
  { kind: 'waiting', url: 'http://127.0.0.1:1' },
  { kind: 'started', url: 'http://127.0.0.1:1', total: 120, seed: 7 },
  ...Array.from({ length: 120 }, (_, index): Progress => {
    const failing = index === 2;
    const outcome = outcomeOf(`a/${index}`, [], { status: failing ? 'FAIL' : 'PASS', message: 'it is so' });
    return { kind: 'audited', outcome, done: index + 1, total: 120 };
  }),
];

it('progress elsewhere is plain lines: what failed, and a count now and then', () => {
  let text = '';
  const listen = plainProgress((part) => {
    text += part;
  });
  for (const progress of run) listen(progress);
  expect(text.split('\n')).toEqual([
    'Waiting for http://127.0.0.1:1',
    '120 audits against http://127.0.0.1:1, seed 7',
    '[3/120] FAIL  a/2  demanded: it is so',
    '[50/120]',
    '[100/120]',
    '[120/120]',
    '',
  ]);
});

it('progress on a terminal is one line that fits it, below what failed, and is gone at the end', () => {
  let text = '';
  const listen = liveProgress(
    (part) => {
      text += part;
    },
    coloursFor({}, {}),
    () => 40,
  );
  for (const progress of run) listen(progress);
  const lines = text.split('\n').map((line) => line.split('\r\u001b[2K'));
  expect(lines.map((parts) => parts.at(-1))).toEqual([
    '120 audits against http://127.0.0.1:1, seed 7',
    'FAIL  a/2  demanded: it is so',
    '',
  ]);
  const shown = lines.flat().filter((part) => part.startsWith('━'));
  expect(shown).toHaveLength(119);
  expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(40);
  expect(shown.at(-1)).toContain('1 failed');
});
