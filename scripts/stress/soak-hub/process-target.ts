/** A server in its own process, which is observed from outside and through a probe inside the process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createWorkspace } from '../../../fixtures/testing-cli.ts';
import type { SoakTarget } from './soak-target.ts';

export interface ProcessTarget extends SoakTarget {
  /**
   * Stops the server.
   * @returns the server's error output, with a description if the exit was abnormal
   */
  stop(): Promise<string>;
}

/**
 * A probe that answers every message with the memory in use after a collection, and ends the server when the parent
 * process exits.
 */
const memoryProbe = `
process.on('message', () => {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send(heapUsed + external);
});
process.once('disconnect', () => process.exit(1));
process.channel.unref();`;

const nodeOptions = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(memoryProbe)}`];

/** The different ways to start the command line. */
export const commandLines = {
  built: [new URL('../../../dist/cli.js', import.meta.url).pathname],
  source: ['--import', 'tsx', new URL('../../cli/cli.ts', import.meta.url).pathname],
} as const;

/** Number of nodes that are executed in every tick. */
const chainLength = 50;

export const startProcessTarget = async (commandLine: readonly string[]): Promise<ProcessTarget> => {
  const { settingsFile, project, dispose } = await createWorkspace();
  const options = ['--port', '0', '--settings-file', settingsFile, '--project', project, '--json'];
  const server = spawn(process.execPath, [...nodeOptions, ...commandLine, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let outputText = '';
  // biome-ignore lint/style/noNonNullAssertion: it is a pipe
  server.stderr!.on('data', (text) => {
    outputText += text;
  });
  const exited = once(server, 'close');
  const crash = exited.then(([code, signal]) => {
    throw new Error(`the server ended with ${code ?? signal}: ${outputText}`);
  });
  crash.catch(() => {});
  // biome-ignore lint/style/noNonNullAssertion: it is a pipe
  const output = createInterface({ input: server.stdout! });
  const [line] = await Promise.race([once(output, 'line'), crash]);
  const { url, tokenFile } = JSON.parse(line) as { url: string; tokenFile: string };
  const { apiToken: token } = JSON.parse(readFileSync(tokenFile, 'utf8')) as { apiToken: string };
  // biome-ignore lint/style/noNonNullAssertion: it has printed a line, so it was started
  const pid = server.pid!;

  const call = async (path: string, body: unknown = {}): Promise<{ id: string }> => {
    const headers = { 'X-API-Key': token, 'Content-Type': 'application/json', Connection: 'close' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };

  return {
    url,
    token,
    now: () => performance.now(),
    advanceTime: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    async raiseEvents() {
      const { id } = await call('/api/graphs');
      await call(`/api/graphs/${id}/build?return=ids&sync=true`, createBranchChain(chainLength));
      await call(`/api/graphs/${id}/run`);
      return async () => void (await call(`/api/graphs/${id}/stop`));
    },
    connections: () => countSockets(pid),
    memory: {
      resident: () => readResidentBytes(pid),
      async used() {
        server.send('measure');
        const [bytes] = await Promise.race([once(server, 'message'), crash]);
        return bytes;
      },
    },
    async stop() {
      const crashed = server.exitCode !== null || server.signalCode !== null;
      server.kill('SIGTERM');
      const [code, signal] = await exited;
      await dispose();
      if (code !== 0)
        outputText += `the server ended with ${code ?? signal}${crashed ? ' unexpectedly' : ''}`;
      return outputText;
    },
  };
};

/** Creates a chain of branch nodes that are all executed in every tick. */
const createBranchChain = (length: number) => {
  const names = Array.from({ length }, (_, index) => `branch-${index}`);
  return {
    nodes: [
      { tempId: 'frame', category: 'OnNewFrame' },
      ...names.map((tempId) => ({ tempId, category: 'Branch' })),
    ],
    connections: names.map((name, index) => ({
      from: index === 0 ? 'frame/Out' : `${names[index - 1]}/False`,
      to: `${name}/In`,
    })),
  };
};

const readResidentBytes = (pid: number): number =>
  1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

const countSockets = (pid: number): number =>
  readdirSync(`/proc/${pid}/fd`).filter((name) => readLink(`/proc/${pid}/fd/${name}`).startsWith('socket:'))
    .length;

const readLink = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // The socket was closed in the meantime.
  }
};
