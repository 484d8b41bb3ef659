/** A complete service for tests. The service listens on a real port, and waits for a runtime in another process. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPath } from '#spec/runtime-link/link-settings.ts';
import { type RunningServer, startServer } from '../start-server.ts';

/** The parts of a response that tests inspect. */
interface ExternalResponse {
  readonly status: number;
  readonly body: {
    readonly id?: string;
    readonly state?: string;
    readonly error?: { readonly code: string; readonly message: string; readonly details?: object };
  };
}

export interface ExternalService {
  readonly server: RunningServer;
  /** The URL at which runtimes connect. */
  readonly linkUrl: string;
  readonly settingsFile: string;
  readonly token: string;
  /** The failures that the service has logged. Nothing that a runtime does should add a failure. */
  readonly failures: unknown[];
  /** Calls a route, sending the token. */
  call(method: string, path: string, body?: unknown): Promise<ExternalResponse>;
  /** Resolves as soon as the runtime is connected, or disconnected if `connected` is false. */
  waitForConnected(connected: boolean): Promise<void>;
  close(): Promise<void>;
}

export const startExternalService = async (
  runtime: 'external' | 'embedded' = 'external',
): Promise<ExternalService> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-external-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'project.json'), '{"format":1}');
  const settingsFile = join(folder, 'settings.json');
  const failures: unknown[] = [];
  const server = await startServer({
    ...{ version: '1.2.3', port: 0, settingsFile, project, runtime, fps: 60 },
    log: { info() {}, warn() {}, error: (details) => failures.push(details) },
  });
  const { apiToken } = JSON.parse(await readFile(settingsFile, 'utf8')) as { apiToken: string };
  const { link } = server.service;
  return {
    server,
    linkUrl: `${server.url.replace('http', 'ws')}${linkPath}`,
    settingsFile,
    token: apiToken,
    failures,
    async call(method, path, body) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { 'X-API-Key': apiToken, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as ExternalResponse['body'] };
    },
    waitForConnected: (connected) =>
      new Promise((resolve) => {
        if (link.connected === connected) resolve();
        link.onChange((isConnected) => {
          if (isConnected === connected) resolve();
        });
      }),
    async close() {
      await server.close(0);
      await rm(folder, { recursive: true, force: true });
    },
  };
};
