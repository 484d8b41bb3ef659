import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listenOnLoopback } from '../baselines/listen-on-loopback.ts';
import { loadPeer } from './peer-packages.ts';
import type { RequestListener, Server } from 'node:http';

interface NodeRed {
  init(server: Server, settings: object): void;
  readonly httpAdmin: RequestListener;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Node-RED with only its admin API: no editor, no log, no telemetry. */
export const createNodeRedPeer = () => {
  let stop = async () => {};
  return {
    async listen(): Promise<{ port: number }> {
      const userDirectory = await mkdtemp(join(tmpdir(), 'node-red-bench-'));
      const nodeRed = loadPeer('node-red') as NodeRed;
      let serve: RequestListener = () => {};
      const server = createServer((request, response) => serve(request, response));
      stop = async () => {
        await nodeRed.stop();
        await rm(userDirectory, { recursive: true, force: true });
      };
      nodeRed.init(server, createSettings(userDirectory));
      serve = nodeRed.httpAdmin;
      await nodeRed.start();
      return listenOnLoopback(server);
    },
    close: async () => stop(),
  };
};

const createSettings = (userDirectory: string): object => ({
  userDir: userDirectory,
  disableEditor: true,
  httpAdminRoot: '/',
  httpNodeRoot: false,
  credentialSecret: 'bench',
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false },
  externalModules: {
    autoInstall: false,
    palette: { allowInstall: false, allowUpload: false },
    modules: { allowInstall: false },
  },
  logging: { console: { level: 'off', metrics: false, audit: false } },
});
