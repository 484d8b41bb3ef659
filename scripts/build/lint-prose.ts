/** Checks the prose in documents and comments. Exits with code 1 if it finds a term that the project doesn't use. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkProse } from './check-prose.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const patterns = ['*.md', '*.ts', '*.tsx', ':!fixtures/assets/**', ':!conformance/report/samples/**'];
const fileList = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' });

for (const path of fileList.split('\n').filter((line) => line !== '')) {
  for (const { line, severity, message } of await checkProse(path, readFileSync(`${root}/${path}`, 'utf8'))) {
    console.log(`${path}:${line}  ${severity}  ${message}`);
    if (severity === 'error') process.exitCode = 1;
  }
}
