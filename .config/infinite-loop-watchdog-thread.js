import { appendFileSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const every = 1_000;
/** What takes longest without a pause is some seconds. */
const mostSeconds = 120;
/** A machine that stood still has its pause counted as work: between two looks no more than this counts. */
const mostAtOnce = 2;

let begun = '';
let spent = 0;
let looked = process.cpuUsage();

parentPort?.on('message', (message) => {
  begun = message.begun ?? begun;
  spent = 0;
});

setInterval(() => {
  const { user, system } = process.cpuUsage(looked);
  looked = process.cpuUsage();
  spent += Math.min((user + system) / 1e6, mostAtOnce);
  if (spent < mostSeconds) return;
  const words = `The process of the tests is ended, as it has not answered for ${mostSeconds} s: ${begun}`;
  writeSync(2, `\n${words}\n`);
  if (process.env.ERRORS_OUTSIDE) appendFileSync(`${process.env.ERRORS_OUTSIDE}.loops`, `${words}\n`);
  process.kill(process.pid, 'SIGKILL');
}, every);
