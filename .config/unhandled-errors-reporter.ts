/** Collects errors that occur outside all tests, so that the end of the run's output can repeat them. */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

const reportFile = process.env.ERRORS_OUTSIDE;

/** Descriptions of how processes of this run have ended unexpectedly. */
const abnormalExits: string[] = [];

subscribe('child_process', (message) => {
  const child = (message as { process: ChildProcess }).process;
  child.once('exit', (code, signal) => {
    if (!child.killed && (code !== 0 || signal))
      abnormalExits.push(`A process ended with ${signal ?? code}.`);
  });
});

const readLines = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

const getFirstLine = (words: string): string => words.split('\n', 1)[0] ?? '';

export default class implements Reporter {
  readonly #underWay = new Set<TestModule>();

  onTestModuleStart: NonNullable<Reporter['onTestModuleStart']> = (module) => {
    this.#underWay.add(module);
  };

  onTestModuleEnd: NonNullable<Reporter['onTestModuleEnd']> = (module) => {
    this.#underWay.delete(module);
  };

  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (_, errors) => {
    if (reportFile === undefined) return;
    const lines = errors.map(({ name, message, stack = '', cause }) => {
      const [place = ''] = /^\s*at .*$/m.exec(stack) ?? [];
      const why = cause === undefined ? '' : `(${cause.message})`;
      return [`${name}: ${getFirstLine(message)}`, why, place.trim()].filter(Boolean).join(' ');
    });
    const unended = [...this.#underWay].map(
      ({ moduleId }) => `${relative(process.cwd(), moduleId)} never came to its end.`,
    );
    const circumstances = [...abnormalExits, ...unended, ...readLines(`${reportFile}.loops`)].join(' ');
    const last = lines.pop();
    writeFileSync(
      reportFile,
      JSON.stringify(last === undefined ? [] : [...lines, `${last} ${circumstances}`]),
    );
  };
}
