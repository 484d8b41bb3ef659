import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '#spec/client/index.ts';
import { createMcpServer } from '../../handlers/mcp/mcp-server.ts';
import { readSettings } from '../../handlers/security/settings-file.ts';
import { asUsageError } from './as-usage-error.ts';
import { listenToHub } from './hub-events.ts';
import { locateSettingsFile } from './settings-file.ts';
import { type TokenOptions, tokenOf } from './target-token.ts';

interface McpOptions extends TokenOptions {
  readonly url: string;
  readonly settingsFile?: string;
  readonly version: string;
}

/** The token that was named, or that of the settings file, where there is one. */
const findToken = async ({ settingsFile, ...named }: McpOptions) =>
  tokenOf(named) ?? (await readSettings(locateSettingsFile(settingsFile)).catch(() => undefined))?.apiToken;

/** Serves one agent over standard input and output, until the input ends. @throws UsageError for options that cannot be used */
export const serveAgent = async (options: McpOptions): Promise<void> => {
  try {
    const token = await findToken(options);
    const client = createClient({ url: options.url, ...(token !== undefined && { token }) });
    const server = createMcpServer(
      {
        client,
        listen: (...listening) => listenToHub({ url: options.url, token }, ...listening),
        async getLastSeq() {
          const { seq, unsubscribe } = await listenToHub(
            { url: options.url, token },
            ['runtime.*'],
            () => {},
          );
          await unsubscribe();
          return seq;
        },
      },
      options.version,
    );
    // the process ends once the input has ended and what was asked is answered
    await server.connect(new StdioServerTransport());
  } catch (failure) {
    throw asUsageError(failure);
  }
};
