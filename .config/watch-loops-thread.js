import { appendFileSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Of all processors; what takes longest is a few seconds. */
const mostSeconds = 120;

let begun = '';
let heard = process.cpuUsage();

parentPort?.on('message', (message) => {
  begun = message.begun ?? begun;
  heard = process.cpuUsage();
});

setInterval(() => {
  const { user, system } = process.cpuUsage(heard);
  if ((user + system) / 1e6 < mostSeconds) return;
  const words = `The process of the tests is ended, as it has not answered for ${mostSeconds} s: ${begun}`;
  writeSync(2, `\n${words}\n`);
  if (process.env.ERRORS_OUTSIDE) appendFileSync(`${process.env.ERRORS_OUTSIDE}.loops`, `${words}\n`);
  process.kill(process.pid, 'SIGKILL');
}, 1_000);
