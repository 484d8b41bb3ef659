import { expect, test } from 'vitest';
import { runCli } from '../testing.ts';

const url = 'http://127.0.0.1:1';
const suites = /^scene-runtime: --suite: no suite is called 'speed'; there are backpressure, .*, kit\n$/;

/** A server and its project would be made in a folder that is not there, and tell so. */
const nothingStarts = { TMPDIR: '/nowhere/at/all' };

test.each([
  [['--suite', 'speed'], suites],
  [['--suite', 'rest', 'speed', '--url', url], suites],
  [['--url', 'nonsense'], /--url: 'nonsense' is not an address that begins with http:\/\/ or https:\/\/\n$/],
  [
    ['--url', url, '--events-url', 'ftp://a'],
    /--events-url: 'ftp:\/\/a' is not an address that begins with /,
  ],
  [['--url', 'https://a', '--events-url', 'ws://a'], /--events-url goes with http:\/\/ alone; /],
  [['--url', url, '--fingerprint', 'ab'.repeat(32)], /--fingerprint is that of a certificate; /],
  [['--url', url, '--token-env', 'NOT_SET'], /the environment variable NOT_SET is not set; /],
  [
    ['--url', url, '--url', url],
    /--url: http:\/\/127.0.0.1:1 is given twice; each target is measured once\n$/,
  ],
  [
    ['--url', url, '--url', 'http://b', '--url', 'http://c', '--token', 'a', '--token', 'b'],
    /--token is given 2 times and --url 3 times; give one for all, or one for each --url, in the same order\n$/,
  ],
  [
    ['--url', url, '--url', 'http://b', '--pid', '1'],
    /--pid is given once and --url 2 times; give one for each --url, in the same order\n$/,
  ],
  [
    ['--url', url, '--pid', '4194304'],
    /--pid: no process 4194304 runs on this machine; give that of the server at/,
  ],
  [['--url', url, '--pid', 'x'], /Expected a whole number from 1 to 4194304/],
  [['--token', 'secret'], /--token is about a target; name it with --url\n$/],
  [['--out', '/dev/null/report'], /'\/dev\/null\/report' cannot be used: /],
  [['--speed'], /unknown option '--speed'/],
  [['somewhere'], /too many arguments/],
])('bench %j is refused in one line before anything is started', async (args, line) => {
  const { code, stdout, stderr } = await runCli(['bench', ...args], nothingStarts);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd()).not.toContain('\n');
});
