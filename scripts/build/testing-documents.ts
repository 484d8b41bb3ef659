/**
 * Runs the commands in a Markdown document as a reader would. The words after a code block's language say how:
 *
 * - `sh` runs in one shell with the previous blocks, and must exit with code 0, or with code N for `exits=N`.
 * - `sh server` runs its last command in the background until the document ends.
 * - `sh manual: REASON` is not run.
 * - `js file=NAME`, also with another language, is written to the named file.
 * - `text` after a block is its output: `…` matches any text or any lines, and numbers may differ.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { collectOutput } from '../../fixtures/testing-cli.ts';
import type { InstalledPackage } from './testing-installed-package.ts';

interface Block {
  readonly language: string;
  /** The words after the language of the code block. */
  readonly info: string;
  readonly text: string;
}

export const readBlocks = (markdown: string): Block[] =>
  [...markdown.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language, info, text]) => ({
    language: language!,
    info: info!,
    text: text!,
  }));

interface RunBlock {
  readonly block: Block;
  readonly output: string;
  readonly code: number | undefined;
  /** The output that the document shows for this block. */
  readonly shown: string | undefined;
}

/** Ports that the documents mention. When a document runs, they are replaced by free ports. */
const documentedPorts = ['7180', '7181', '7190', '7280', '7300'];

const isPortFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve) =>
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
};

/** Finds ports below the ephemeral range, because other tests may use ephemeral ports at any time. */
const findFreePorts = async (count: number): Promise<number[]> => {
  const freePorts: number[] = [];
  for (let port = 20_000 + (process.pid % 1_000) * 10; freePorts.length < count; port++) {
    if (await isPortFree(port)) freePorts.push(port);
  }
  return freePorts;
};

const isExecuted = ({ language, info }: Block): boolean => language === 'sh' && !info.startsWith('manual');
const isServer = ({ info }: Block): boolean => info === 'server';

/** Returns shell code that waits until a background command has printed something, and then for another half second. */
const formatWait = (file: string): string =>
  `for _ in $(seq 300); do [ -s ${file} ] && break; sleep 0.1; done; sleep 0.5`;

const toScript = (block: Block, index: number): string => {
  const text = block.text.trimEnd();
  if (!isServer(block)) return `{ ${text}\n} > out-${index} 2>&1; echo $? > code-${index}`;
  const lines = text.split('\n');
  const lastLine = lines.pop()!.replace(/\s+#.*$/, '');
  return [
    `: > out-${index}`,
    ...lines.map((line) => `${line} >> out-${index} 2>&1`),
    `${lastLine} > served-${index} 2>&1 &`,
    formatWait(`served-${index}`),
    `cat served-${index} >> out-${index}`,
  ].join('\n');
};

/** Runs all blocks of a document in one shell, in a folder with the installed package. */
export const runDocument = async (markdown: string, installed: InstalledPackage): Promise<RunBlock[]> => {
  const blocks = readBlocks(markdown);
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-document-'));
  const ports = await findFreePorts(documentedPorts.length);
  const documented = new RegExp(`\\b(${documentedPorts.join('|')})\\b`, 'g');
  const withPorts = (text: string): string =>
    text.replace(documented, (port) => String(ports[documentedPorts.indexOf(port)]));
  try {
    await symlink(
      join(dirname(dirname(installed.packageFolder)), 'node_modules'),
      join(folder, 'node_modules'),
    );
    const script: string[] = [];
    for (const [index, block] of blocks.entries()) {
      const [, file] = /file=(\S+)/.exec(block.info) ?? [];
      if (file !== undefined) await writeFile(join(folder, file), withPorts(block.text));
      if (isExecuted(block)) script.push(toScript(block, index));
    }
    const commands = withPorts(script.join('\n'))
      .replaceAll('npx scene-runtime', 'scene-runtime')
      .replace(/scene-runtime serve(?![^\n]*--port)/g, `scene-runtime serve --port ${ports[0]}`);
    await writeFile(join(folder, 'session.sh'), `${commands}\nkill $(jobs -p) 2> /dev/null\nwait\n`);
    const child = spawn('bash', ['session.sh'], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: `${dirname(installed.command)}${delimiter}${process.env.PATH}`,
        XDG_DATA_HOME: join(folder, 'data'),
        NO_COLOR: '1',
      },
    });
    await collectOutput(child);
    const readOutput = (name: string): Promise<string> =>
      readFile(join(folder, name), 'utf8').catch(() => '');
    return await Promise.all(
      blocks.flatMap((block, index) => {
        if (!isExecuted(block)) return [];
        const next = blocks[index + 1];
        return [
          (async () => ({
            block,
            output: await readOutput(`out-${index}`),
            code: isServer(block) ? undefined : Number(await readOutput(`code-${index}`)),
            shown: next?.language === 'text' ? next.text : undefined,
          }))(),
        ];
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
};

/**
 * Returns a pattern that allows for numbers, times and addresses that differ between runs, and for the column widths
 * that change with them.
 */
const toPattern = (line: string): RegExp => {
  const parts = line.trim().split('…');
  const escaped = parts.map((part) =>
    part
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/[-−+]?\d+(?:(?:\\\.|:)\d+)*/g, '[-−+]?[\\d.:]+')
      .replace(/\s+/g, '\\s+'),
  );
  return new RegExp(escaped.join('.*'));
};

/**
 * Returns the first expected line that the real output lacks, or `undefined` if the output contains all expected lines
 * in order. Responses without a final line break may share a line.
 */
export const findMissingLine = (expectedOutput: string, output: string): string | undefined => {
  const lines = output.split('\n');
  let from = 0;
  for (const line of expectedOutput.split('\n')) {
    if (line.trim() === '' || line.trim() === '…') continue;
    const pattern = toPattern(line);
    const at = lines.findIndex((actual, i) => i >= from && pattern.test(actual));
    if (at < 0) return line;
    from = at;
  }
  return undefined;
};
