/** Keeps what goes wrong outside of all tests, so that the closing lines of a run can tell it once more. */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/reporters';

const file = process.env.ERRORS_OUTSIDE;

export default class implements Reporter {
  onTestRunEnd: Reporter['onTestRunEnd'] = (_, errors) => {
    const lines = errors.map(({ name, message, stack = '', cause }) => {
      const [place = ''] = /^\s*at .*$/m.exec(stack) ?? [];
      const why = cause === undefined ? '' : `(${cause.message})`;
      return [`${name}: ${message.split('\n', 1)[0]}`, why, place.trim()].filter(Boolean).join(' ');
    });
    if (file !== undefined) writeFileSync(file, JSON.stringify(lines));
  };
}
