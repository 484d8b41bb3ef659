/**
 * Ends the programs of a service that is gone, however it ended. Standard input carries a command a line: `+GROUP` and `-GROUP`
 * add and remove a process group, `SIGTERM N` and `SIGKILL N` signal the processes marked as descendants of program N. When
 * it closes, the watchdog kills every group and marked process that is left.
 *
 * A mark is an environment variable that descendants inherit, so it finds those that have left the group (`setsid`). It is read
 * from `/proc`, which only Linux has.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** `NAME=` and the id of the service; a `/` and the number of a program follow in the environment. */
const [, , serviceMark] = process.argv;

/** Scans for processes that were forked between the scan and the signal of an earlier round. */
const maxRounds = 20;

/** @type {Set<number>} */
const groups = new Set();

/** @param {number} target @param {NodeJS.Signals} signal */
const sendSignal = (target, signal) => {
  try {
    process.kill(target, signal);
  } catch {
    // The process has already ended.
  }
};

/** @param {string} pid */
const readEnvironment = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return [];
  }
};

const listProcesses = () => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** @param {(entry: string) => boolean} isMark @param {NodeJS.Signals} signal */
const signalMarked = (isMark, signal) => {
  /** @type {Set<string>} */
  const signalled = new Set();
  for (let round = 0; round < maxRounds; round += 1) {
    const marked = listProcesses().filter((pid) => !signalled.has(pid) && readEnvironment(pid).some(isMark));
    if (marked.length === 0) return;
    for (const pid of marked) {
      signalled.add(pid);
      sendSignal(Number(pid), signal);
    }
  }
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const [command, program] = line.split(' ');
  if (command === 'SIGTERM' || command === 'SIGKILL') {
    signalMarked((entry) => entry === `${serviceMark}/${program}`, command);
    return;
  }
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
});
lines.on('close', () => {
  for (const group of groups) sendSignal(-group, 'SIGKILL');
  signalMarked((entry) => entry.startsWith(`${serviceMark}/`), 'SIGKILL');
  process.exit();
});
