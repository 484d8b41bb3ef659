import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessDevice } from './process-device.ts';
import type { ProcessDevice, ProcessDeviceEvent, ProgramRequest } from '../../integrations/processes.ts';

let folder: string;
let device: ProcessDevice;
let events: ProcessDeviceEvent[];
let waiters: { readonly matches: (events: ProcessDeviceEvent) => boolean; readonly resolve: () => void }[];

/** Writes a short program to an allowed folder. */
const writeProgram = async (
  name: string,
  lines: string,
  targetFolder = join(folder, 'allowed'),
): Promise<string> => {
  const path = join(targetFolder, name);
  await writeFile(path, `#!${process.execPath}\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-programs-'));
  await mkdir(join(folder, 'allowed', 'below'), { recursive: true });
  await mkdir(join(folder, 'other'));
  events = [];
  waiters = [];
  device = createProcessDevice({
    allowedPrograms: () => [join(folder, 'allowed')],
    allowedVariables: () => ['COLOUR', 'STAGE_*'],
    killTimeoutMs: 100,
    environment: { ...process.env, SECRET_OF_THE_SERVICE: 'token' },
  });
  device.onEvent((event) => {
    events.push(event);
    for (const waiter of waiters.filter(({ matches }) => matches(event))) waiter.resolve();
  });
});

afterEach(async () => {
  await device.close();
  await rm(folder, { recursive: true });
});

/** Waits until an event matches a condition. */
const waitForEvent = (matches: (events: ProcessDeviceEvent) => boolean): Promise<void> =>
  new Promise((resolve) => {
    if (events.some(matches)) resolve();
    else waiters.push({ matches, resolve });
  });

const createProgramRequest = (path: string, overrides: Partial<ProgramRequest> = {}): ProgramRequest => ({
  ...{ path, arguments: [], workingDirectory: undefined, environment: {} },
  ...overrides,
});
const startProgram = (path: string, overrides: Partial<ProgramRequest> = {}) =>
  device.start(createProgramRequest(path, overrides));
const waitForExit = (processId: number): Promise<void> =>
  waitForEvent((event) => event.kind === 'exited' && event.processId === processId);
const findExitCode = (processId: number): number | undefined =>
  events.flatMap((event) =>
    event.kind === 'exited' && event.processId === processId ? [event.exitCode] : [],
  )[0];
const listOutput = (isError = false): string[] =>
  events.flatMap((event) =>
    event.kind === 'wrote'
      ? event.lines.filter((line) => line.isError === isError).map(({ text }) => text)
      : [],
  );

/** Returns whether a process is running. Zombie processes don't count. */
const isProcessAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return !existsSync('/proc') || !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a program', () => {
  it('is loaded, writes, and exits with its code', async () => {
    const path = await writeProgram(
      'greet',
      "console.log('hello'); console.error('oh'); process.exitCode = 3;",
    );
    const { processId } = await startProgram(path);
    await waitForExit(processId);
    expect(events[0]).toMatchObject({ kind: 'loaded', processId, processName: 'greet', path });
    expect([listOutput(), listOutput(true), findExitCode(processId)]).toEqual([['hello'], ['oh'], 3]);
    expect(events.at(-1)?.kind).toBe('exited');
  });

  it('is found by name, and gets its arguments unchanged, without a shell', async () => {
    await writeProgram('tell', 'console.log(JSON.stringify(process.argv.slice(2)));');
    const args = ['$(id)', 'a b', '; ls', '"', "'", '*', ''];
    await waitForExit((await startProgram('tell', { arguments: args })).processId);
    expect(JSON.parse(listOutput()[0] ?? '')).toEqual(args);
  });

  it('runs in its own folder, or in another allowed one', async () => {
    await writeProgram('where', 'console.log(process.cwd());');
    await waitForExit((await startProgram('where')).processId);
    await waitForExit(
      (await startProgram('where', { workingDirectory: join(folder, 'allowed/below') })).processId,
    );
    expect(listOutput()).toEqual([join(folder, 'allowed'), join(folder, 'allowed/below')]);
  });

  it('gets the given variables, but no secrets of the service', async () => {
    await writeProgram('environment', 'console.log(JSON.stringify(process.env));');
    await waitForExit(
      (await startProgram('environment', { environment: { COLOUR: 'red', STAGE_LEFT: '1', LC_TIME: 'C' } }))
        .processId,
    );
    const environment = JSON.parse(listOutput()[0] ?? '');
    expect(environment).toMatchObject({
      COLOUR: 'red',
      STAGE_LEFT: '1',
      LC_TIME: 'C',
      PATH: process.env.PATH,
    });
    expect(environment).not.toHaveProperty('SECRET_OF_THE_SERVICE');
  });

  it('reads its input', async () => {
    await writeProgram(
      'echo',
      "process.stdin.on('data', (text) => { console.log(String(text).trim()); process.exit(); });",
    );
    const { processId } = await startProgram('echo');
    expect(await device.write(processId, 'käse\n', false)).toBe(6);
    await waitForExit(processId);
    expect(listOutput()).toEqual(['käse']);
    await expect(device.write(processId, 'more', false)).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('that reads all of its input finishes when the input is closed', async () => {
    await writeProgram(
      'count',
      "let n = 0; process.stdin.on('data', (text) => { n += text.length; }).on('end', () => console.log(n));",
    );
    const { processId } = await startProgram('count');
    await device.write(processId, 'abc', false);
    await device.write(processId, 'de', true);
    await expect(device.write(processId, 'f', false)).rejects.toMatchObject({
      message: expect.stringContaining('is closed'),
    });
    await waitForExit(processId);
    expect(listOutput()).toEqual(['5']);
  });

  it('that reads nothing gets input only up to the limit', async () => {
    await writeProgram('deaf', 'setInterval(() => {}, 1000);');
    const { processId } = await startProgram('deaf');
    const fill = async (): Promise<never> => {
      for (;;) await device.write(processId, 'x'.repeat(500_000), false);
    };
    await expect(fill()).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('with too much output is read completely, but only some of its lines are reported', {
    timeout: 120_000,
  }, async () => {
    await writeProgram(
      'flood',
      "const line = Buffer.from('x'.repeat(99) + '\\n'); const many = Buffer.concat(Array(10_000).fill(line)); for (let i = 0; i < 100; i++) require('fs').writeSync(1, many);",
    );
    const before = process.memoryUsage().rss;
    const { processId } = await startProgram('flood');
    await waitForExit(processId);
    const droppedCount = events.reduce((sum, event) => sum + (event.kind === 'wrote' ? event.leftOut : 0), 0);
    expect(listOutput().length + droppedCount).toBeGreaterThanOrEqual(1_000_000 - 100_000);
    expect(droppedCount).toBeGreaterThan(900_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('with endless lines is truncated, but never within a multi-byte character', async () => {
    await writeProgram('endless', "process.stdout.write('ä'.repeat(100_000) + '\\nnext');");
    await waitForExit((await startProgram('endless')).processId);
    expect(listOutput()).toEqual(['ä'.repeat(2_000), 'next']);
  });
});

describe('the end', () => {
  const ignoreSigterm = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000);";

  it('is immediate when forced, even for a program that ignores signals, with the code of the signal', async () => {
    await writeProgram('stubborn', ignoreSigterm);
    const { processId } = await startProgram('stubborn');
    await waitForEvent((event) => event.kind === 'wrote');
    device.stop(processId, true);
    await waitForExit(processId);
    expect(findExitCode(processId)).toBe(137);
  });

  it('is forced after a timeout for a program that ignores signals', async () => {
    await writeProgram('stubborn', ignoreSigterm);
    const { processId } = await startProgram('stubborn');
    await waitForEvent((event) => event.kind === 'wrote');
    device.stop(processId, false);
    await waitForExit(processId);
    expect(findExitCode(processId)).toBe(137);
  });

  it('includes child processes', async () => {
    await writeProgram('child', "console.log('child ' + process.pid); setInterval(() => {}, 1000);");
    await writeProgram(
      'parent',
      "require('child_process').spawn(__dirname + '/child', { stdio: 'inherit' }); setInterval(() => {}, 1000);",
    );
    const { processId } = await startProgram('parent');
    await waitForEvent((event) => event.kind === 'wrote');
    const child = Number(listOutput()[0]?.split(' ')[1]);
    expect(isProcessAlive(child)).toBe(true);
    device.stop(processId, true);
    await waitForExit(processId);
    await expect.poll(() => isProcessAlive(child)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/environ'))(
    'includes a descendant that has left the process group',
    async () => {
      await writeProgram(
        'daemon',
        "process.on('SIGTERM', () => {}); console.log('daemon ' + process.pid); setInterval(() => {}, 1000);",
      );
      await writeProgram(
        'parent',
        "require('child_process').spawn(__dirname + '/daemon', { stdio: 'inherit', detached: true }).unref(); setInterval(() => {}, 1000);",
      );
      const daemons: number[] = [];
      for (const end of [
        (id: number) => device.stop(id, true),
        (id: number) => device.stop(id, false),
        () => device.close(),
      ]) {
        events.length = 0;
        const { processId } = await startProgram('parent');
        await waitForEvent((event) => event.kind === 'wrote');
        const daemon = Number(listOutput()[0]?.split(' ')[1]);
        expect(isProcessAlive(daemon)).toBe(true);
        daemons.push(daemon);
        await end(processId);
        await expect.poll(() => isProcessAlive(daemon)).toBe(false);
      }
      expect(new Set(daemons).size).toBe(3);
    },
  );

  it('of all programs comes when the device closes', async () => {
    await writeProgram('wait', 'setInterval(() => {}, 1000);');
    const ids = await Promise.all([startProgram('wait'), startProgram('wait')]);
    await device.close();
    expect(ids.map(({ processId }) => isProcessAlive(processId))).toEqual([false, false]);
  });
});

describe('rejected', () => {
  const getError = (path: string, overrides?: Partial<ProgramRequest>) =>
    startProgram(path, overrides).then(
      () => 'started',
      ({ code, message, details }) => ({ code, message, details }),
    );

  it.each([
    ['a program elsewhere', () => writeProgram('elsewhere', '', join(folder, 'other'))],
    ['a program that does not exist', async () => join(folder, 'allowed', 'none')],
    ['a name that does not exist', async () => 'none'],
    ['a folder', async () => join(folder, 'allowed', 'below')],
    ['a path out of the folder', async () => join(folder, 'allowed', '..', 'other', 'elsewhere')],
    ['a relative path', async () => 'below/program'],
    ['a relative path out of it', async () => '../other/elsewhere'],
    ['a zero byte', async () => '/bin/sh\0'],
  ])('%s', async (_, createPath) => {
    await writeProgram('elsewhere', '', join(folder, 'other'));
    const path = await createPath();
    expect(await getError(path)).toMatchObject({ code: 'ACTION_FAILED', details: { parameter: 'path' } });
  });

  it('a link that leads out of the folder', async () => {
    await symlink(
      await writeProgram('elsewhere', '', join(folder, 'other')),
      join(folder, 'allowed', 'inside'),
    );
    expect(await getError('inside')).toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('a file that is not a program', async () => {
    await writeFile(join(folder, 'allowed', 'text'), 'text');
    expect(await getError('text')).toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining("'text' could not be started (EACCES)."),
    });
  });

  it('a working folder that is not allowed', async () => {
    await writeProgram('where', '');
    expect(await getError('where', { workingDirectory: folder })).toMatchObject({
      details: { parameter: 'workingDirectory' },
    });
  });

  it.each([
    ...['LD_PRELOAD', 'NODE_OPTIONS', 'PATH', 'A=B', '', 'DYLD_INSERT_LIBRARIES', 'BASH_ENV'],
    ...[
      'GCONV_PATH',
      'PAGER',
      'EDITOR',
      'HOME',
      'https_proxy',
      'XDG_CONFIG_HOME',
      'COLOURS',
      'lang',
      'SCENE_RUNTIME_PROGRAM',
    ],
  ])('the variable %j', async (name) => {
    await writeProgram('where', '');
    expect(await getError('where', { environment: { [name]: '/tmp/other' } })).toMatchObject({
      details: { parameter: 'environment' },
    });
  });

  it('a program above the limit', async () => {
    await writeProgram('wait', 'setInterval(() => {}, 1000);');
    await Promise.all(Array.from({ length: 32 }, () => startProgram('wait')));
    expect(await getError('wait')).toMatchObject({ code: 'ACTION_FAILED' });
  });
});

it('no process survives when the service is killed, not even descendants', async () => {
  const child = await writeProgram('child', 'setInterval(() => {}, 1000);');
  const parent = await writeProgram(
    'parent',
    `const { spawn } = require('child_process'); const start = (detached) => spawn('${child}', { detached }).pid;
    console.log(start(false), start(${existsSync('/proc/self/environ')})); setInterval(() => {}, 1000);`,
  );
  const service = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', startServiceProcess(parent)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ids: number[] = await new Promise((resolve) => {
    service.stdout.on('data', (text) => resolve(JSON.parse(String(text))));
  });
  expect(ids.map(isProcessAlive)).toEqual([true, true, true]);
  service.kill('SIGKILL');
  await expect.poll(() => ids.map(isProcessAlive)).toEqual([false, false, false]);
});

/** Returns the source code of a service that starts a program and prints the ids of the program and its children. */
const startServiceProcess = (path: string): string => `
  const { createProcessDevice } = await import('${new URL('process-device.ts', import.meta.url)}');
  const device = createProcessDevice({ allowedPrograms: () => ['${join(folder, 'allowed')}'], allowedVariables: () => [], environment: process.env });
  device.onEvent((event) => {
    if (event.kind === 'wrote') console.log(JSON.stringify([event.processId, ...event.lines[0].text.split(' ').map(Number)]));
  });
  await device.start({ path: '${path}', arguments: [], workingDirectory: undefined, environment: {} });
`;
