import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessDevice } from './process-device.ts';
import type { ProcessDevice, ProcessNews, ProgramRequest } from './processes.ts';

let folder: string;
let device: ProcessDevice;
let news: ProcessNews[];
let waiting: { readonly isIt: (news: ProcessNews) => boolean; readonly tell: () => void }[];

/** A program of a few lines that the settings allow. */
const program = async (name: string, lines: string, place = join(folder, 'allowed')): Promise<string> => {
  const path = join(place, name);
  await writeFile(path, `#!${process.execPath}\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-programs-'));
  await mkdir(join(folder, 'allowed', 'below'), { recursive: true });
  await mkdir(join(folder, 'other'));
  news = [];
  waiting = [];
  device = createProcessDevice({
    allowedPrograms: () => [join(folder, 'allowed')],
    allowedVariables: () => ['COLOUR', 'STAGE_*'],
    patience: 100,
    environment: { ...process.env, SECRET_OF_THE_SERVICE: 'token' },
  });
  device.listen((told) => {
    news.push(told);
    for (const one of waiting.filter(({ isIt }) => isIt(told))) one.tell();
  });
});

afterEach(async () => {
  await device.close();
  await rm(folder, { recursive: true });
});

/** Resolves once such news are there. */
const come = (isIt: (news: ProcessNews) => boolean): Promise<void> =>
  new Promise((tell) => {
    if (news.some(isIt)) tell();
    else waiting.push({ isIt, tell });
  });

const asking = (path: string, more: Partial<ProgramRequest> = {}): ProgramRequest => ({
  ...{ path, arguments: [], workingDirectory: undefined, environment: {} },
  ...more,
});
const start = (path: string, more: Partial<ProgramRequest> = {}) => device.start(asking(path, more));
const ended = (processId: number): Promise<void> =>
  come((told) => told.kind === 'exited' && told.processId === processId);
const exitCodeOf = (processId: number): number | undefined =>
  news.flatMap((told) => (told.kind === 'exited' && told.processId === processId ? [told.exitCode] : []))[0];
const written = (isError = false): string[] =>
  news.flatMap((told) =>
    told.kind === 'wrote'
      ? told.lines.filter((line) => line.isError === isError).map(({ text }) => text)
      : [],
  );

/** Who has ended and was not asked how is there no more. */
const isThere = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return !existsSync('/proc') || !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe('a program', () => {
  it('is loaded, writes, and exits with its code', async () => {
    const path = await program('greet', "console.log('hello'); console.error('oh'); process.exitCode = 3;");
    const { processId } = await start(path);
    await ended(processId);
    expect(news[0]).toMatchObject({ kind: 'loaded', processId, processName: 'greet', path });
    expect([written(), written(true), exitCodeOf(processId)]).toEqual([['hello'], ['oh'], 3]);
    expect(news.at(-1)?.kind).toBe('exited');
  });

  it('is found by its name, and gets its arguments as they are, never by way of a shell', async () => {
    await program('tell', 'console.log(JSON.stringify(process.argv.slice(2)));');
    const args = ['$(id)', 'a b', '; ls', '"', "'", '*', ''];
    await ended((await start('tell', { arguments: args })).processId);
    expect(JSON.parse(written()[0] ?? '')).toEqual(args);
  });

  it('works in its folder, or in another one that is allowed', async () => {
    await program('where', 'console.log(process.cwd());');
    await ended((await start('where')).processId);
    await ended((await start('where', { workingDirectory: join(folder, 'allowed/below') })).processId);
    expect(written()).toEqual([join(folder, 'allowed'), join(folder, 'allowed/below')]);
  });

  it('gets the variables that it is given, and none of the secrets of the service', async () => {
    await program('environment', 'console.log(JSON.stringify(process.env));');
    await ended(
      (await start('environment', { environment: { COLOUR: 'red', STAGE_LEFT: '1', LC_TIME: 'C' } }))
        .processId,
    );
    const environment = JSON.parse(written()[0] ?? '');
    expect(environment).toMatchObject({
      COLOUR: 'red',
      STAGE_LEFT: '1',
      LC_TIME: 'C',
      PATH: process.env.PATH,
    });
    expect(environment).not.toHaveProperty('SECRET_OF_THE_SERVICE');
  });

  it('reads what is written to it', async () => {
    await program(
      'echo',
      "process.stdin.on('data', (text) => { console.log(String(text).trim()); process.exit(); });",
    );
    const { processId } = await start('echo');
    expect(await device.write(processId, 'käse\n', false)).toBe(6);
    await ended(processId);
    expect(written()).toEqual(['käse']);
    await expect(device.write(processId, 'more', false)).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('that reads its input to the end finishes once the input is ended', async () => {
    await program(
      'count',
      "let n = 0; process.stdin.on('data', (text) => { n += text.length; }).on('end', () => console.log(n));",
    );
    const { processId } = await start('count');
    await device.write(processId, 'abc', false);
    await device.write(processId, 'de', true);
    await expect(device.write(processId, 'f', false)).rejects.toMatchObject({
      message: expect.stringContaining('is closed'),
    });
    await ended(processId);
    expect(written()).toEqual(['5']);
  });

  it('that reads nothing is given no more than it may leave', async () => {
    await program('deaf', 'setInterval(() => {}, 1000);');
    const { processId } = await start('deaf');
    const fill = async (): Promise<never> => {
      for (;;) await device.write(processId, 'x'.repeat(500_000), false);
    };
    await expect(fill()).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('that floods is read to its end, and a few of its lines are told', { timeout: 120_000 }, async () => {
    await program(
      'flood',
      "const line = Buffer.from('x'.repeat(99) + '\\n'); const many = Buffer.concat(Array(10_000).fill(line)); for (let i = 0; i < 100; i++) require('fs').writeSync(1, many);",
    );
    const before = process.memoryUsage().rss;
    const { processId } = await start('flood');
    await ended(processId);
    const leftOut = news.reduce((sum, told) => sum + (told.kind === 'wrote' ? told.leftOut : 0), 0);
    expect(written().length + leftOut).toBeGreaterThanOrEqual(1_000_000 - 100_000);
    expect(leftOut).toBeGreaterThan(900_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('of endless lines is cut, also within a letter of several bytes', async () => {
    await program('endless', "process.stdout.write('ä'.repeat(100_000) + '\\nnext');");
    await ended((await start('endless')).processId);
    expect(written()).toEqual(['ä'.repeat(2_000), 'next']);
  });
});

describe('the end', () => {
  const stubborn = "process.on('SIGTERM', () => {}); console.log('ready'); setInterval(() => {}, 1000);";

  it('comes at once when it is forced, also for what does not hear, with the code of the signal', async () => {
    await program('stubborn', stubborn);
    const { processId } = await start('stubborn');
    await come((told) => told.kind === 'wrote');
    device.stop(processId, true);
    await ended(processId);
    expect(exitCodeOf(processId)).toBe(137);
  });

  it('comes for what does not hear after a while', async () => {
    await program('stubborn', stubborn);
    const { processId } = await start('stubborn');
    await come((told) => told.kind === 'wrote');
    device.stop(processId, false);
    await ended(processId);
    expect(exitCodeOf(processId)).toBe(137);
  });

  it('comes for what a process has started, too', async () => {
    await program('child', "console.log('child ' + process.pid); setInterval(() => {}, 1000);");
    await program(
      'parent',
      "require('child_process').spawn(__dirname + '/child', { stdio: 'inherit' }); setInterval(() => {}, 1000);",
    );
    const { processId } = await start('parent');
    await come((told) => told.kind === 'wrote');
    const child = Number(written()[0]?.split(' ')[1]);
    expect(isThere(child)).toBe(true);
    device.stop(processId, true);
    await ended(processId);
    await expect.poll(() => isThere(child)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/environ'))(
    'comes for a descendant that has left the process group',
    async () => {
      await program(
        'daemon',
        "process.on('SIGTERM', () => {}); console.log('daemon ' + process.pid); setInterval(() => {}, 1000);",
      );
      await program(
        'parent',
        "require('child_process').spawn(__dirname + '/daemon', { stdio: 'inherit', detached: true }).unref(); setInterval(() => {}, 1000);",
      );
      const daemons: number[] = [];
      for (const end of [
        (id: number) => device.stop(id, true),
        (id: number) => device.stop(id, false),
        () => device.close(),
      ]) {
        news.length = 0;
        const { processId } = await start('parent');
        await come((told) => told.kind === 'wrote');
        const daemon = Number(written()[0]?.split(' ')[1]);
        expect(isThere(daemon)).toBe(true);
        daemons.push(daemon);
        await end(processId);
        await expect.poll(() => isThere(daemon)).toBe(false);
      }
      expect(new Set(daemons).size).toBe(3);
    },
  );

  it('comes for all when the device closes', async () => {
    await program('wait', 'setInterval(() => {}, 1000);');
    const ids = await Promise.all([start('wait'), start('wait')]);
    await device.close();
    expect(ids.map(({ processId }) => isThere(processId))).toEqual([false, false]);
  });
});

describe('refused', () => {
  const refusal = (path: string, more?: Partial<ProgramRequest>) =>
    start(path, more).then(
      () => 'started',
      ({ code, message, details }) => ({ code, message, details }),
    );

  it.each([
    ['a program elsewhere', () => program('elsewhere', '', join(folder, 'other'))],
    ['a program that is not there', async () => join(folder, 'allowed', 'none')],
    ['a name that is not there', async () => 'none'],
    ['a folder', async () => join(folder, 'allowed', 'below')],
    ['a way out of the folder', async () => join(folder, 'allowed', '..', 'other', 'elsewhere')],
    ['a relative path', async () => 'below/program'],
    ['a relative way out', async () => '../other/elsewhere'],
    ['a zero byte', async () => '/bin/sh\0'],
  ])('%s', async (_, make) => {
    await program('elsewhere', '', join(folder, 'other'));
    const path = await make();
    expect(await refusal(path)).toMatchObject({ code: 'ACTION_FAILED', details: { parameter: 'path' } });
  });

  it('a link that leads out of the folder', async () => {
    await symlink(await program('elsewhere', '', join(folder, 'other')), join(folder, 'allowed', 'inside'));
    expect(await refusal('inside')).toMatchObject({ code: 'ACTION_FAILED' });
  });

  it('a file that is no program', async () => {
    await writeFile(join(folder, 'allowed', 'text'), 'text');
    expect(await refusal('text')).toMatchObject({
      code: 'ACTION_FAILED',
      message: expect.stringContaining("'text' could not be started (EACCES)."),
    });
  });

  it('a folder to work in that is not allowed', async () => {
    await program('where', '');
    expect(await refusal('where', { workingDirectory: folder })).toMatchObject({
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
    await program('where', '');
    expect(await refusal('where', { environment: { [name]: '/tmp/other' } })).toMatchObject({
      details: { parameter: 'environment' },
    });
  });

  it('one program too many', async () => {
    await program('wait', 'setInterval(() => {}, 1000);');
    await Promise.all(Array.from({ length: 32 }, () => start('wait')));
    expect(await refusal('wait')).toMatchObject({ code: 'ACTION_FAILED' });
  });
});

it('no process outlives a service that is killed, nor what it has started', async () => {
  const child = await program('child', 'setInterval(() => {}, 1000);');
  const parent = await program(
    'parent',
    `const { spawn } = require('child_process'); const start = (detached) => spawn('${child}', { detached }).pid;
    console.log(start(false), start(${existsSync('/proc/self/environ')})); setInterval(() => {}, 1000);`,
  );
  const service = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', serviceOf(parent)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ids: number[] = await new Promise((resolve) => {
    service.stdout.on('data', (text) => resolve(JSON.parse(String(text))));
  });
  expect(ids.map(isThere)).toEqual([true, true, true]);
  service.kill('SIGKILL');
  await expect.poll(() => ids.map(isThere)).toEqual([false, false, false]);
});

/** A service that has started a program, and tells its id and that of what the program has started. */
const serviceOf = (path: string): string => `
  const { createProcessDevice } = await import('${new URL('process-device.ts', import.meta.url)}');
  const device = createProcessDevice({ allowedPrograms: () => ['${join(folder, 'allowed')}'], allowedVariables: () => [], environment: process.env });
  device.listen((news) => {
    if (news.kind === 'wrote') console.log(JSON.stringify([news.processId, ...news.lines[0].text.split(' ').map(Number)]));
  });
  await device.start({ path: '${path}', arguments: [], workingDirectory: undefined, environment: {} });
`;
