import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const mostSeconds = 45;

let begun = '';
let heard = process.cpuUsage();

parentPort?.on('message', (message) => {
  begun = message.begun ?? begun;
  heard = process.cpuUsage();
});

setInterval(() => {
  const { user, system } = process.cpuUsage(heard);
  if ((user + system) / 1e6 < mostSeconds) return;
  writeSync(
    2,
    `\nThe process of the tests is ended, as it has not answered for ${mostSeconds} s: ${begun}\n`,
  );
  process.kill(process.pid, 'SIGKILL');
}, 1_000);
