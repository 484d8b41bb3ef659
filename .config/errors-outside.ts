/** Keeps what goes wrong outside of all tests, so that the closing lines of a run can tell it once more. */
import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Reporter, TestModule } from 'vitest/node';

const file = process.env.ERRORS_OUTSIDE;

/** How processes of this run have ended that nobody asked to. */
const ends: string[] = [];

subscribe('child_process', (message) => {
  const child = (message as { process: ChildProcess }).process;
  child.once('exit', (code, signal) => {
    if (!child.killed && (code !== 0 || signal)) ends.push(`A process ended with ${signal ?? code}.`);
  });
});

const said = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];

const opening = (words: string): string => words.split('\n', 1)[0] ?? '';

export default class implements Reporter {
  readonly #underWay = new Set<TestModule>();

  onTestModuleStart: Reporter['onTestModuleStart'] = (module) => {
    this.#underWay.add(module);
  };

  onTestModuleEnd: Reporter['onTestModuleEnd'] = (module) => {
    this.#underWay.delete(module);
  };

  onTestRunEnd: Reporter['onTestRunEnd'] = (_, errors) => {
    if (file === undefined) return;
    const lines = errors.map(({ name, message, stack = '', cause }) => {
      const [place = ''] = /^\s*at .*$/m.exec(stack) ?? [];
      const why = cause === undefined ? '' : `(${cause.message})`;
      return [`${name}: ${opening(message)}`, why, place.trim()].filter(Boolean).join(' ');
    });
    const unended = [...this.#underWay].map(
      ({ moduleId }) => `${relative(process.cwd(), moduleId)} never came to its end.`,
    );
    const circumstances = [...ends, ...unended, ...said(`${file}.loops`)].join(' ');
    const last = lines.pop();
    writeFileSync(file, JSON.stringify(last === undefined ? [] : [...lines, `${last} ${circumstances}`]));
  };
}
