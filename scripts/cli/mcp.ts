import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createClient } from '#spec/client/index.ts';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpServer } from '../../handlers/mcp/mcp-server.ts';
import { readSettings } from '../../handlers/security/settings-file.ts';
import { toUsageError } from './explain-user-error.ts';
import { subscribeToHub } from './mcp-hub-subscription.ts';
import { locateSettingsFile } from './locate-settings-file.ts';
import { type TokenOptions, readToken } from './target-token.ts';

interface McpOptions extends TokenOptions {
  readonly url: string;
  readonly settingsFile?: string;
  readonly version: string;
}

/** Returns the given token, or the token from the settings file if the file contains one. */
const findToken = async ({ settingsFile, ...tokenOptions }: McpOptions) =>
  readToken(tokenOptions) ??
  (await readSettings(locateSettingsFile(settingsFile)).catch(() => undefined))?.apiToken;

/**
 * Serves one agent over standard input and output until the input ends.
 * @throws UsageError if the options can't be used
 */
export const serveMcp = async (options: McpOptions): Promise<void> => {
  try {
    const token = await findToken(options);
    // The agent gives its name only when it connects, which is after the client was created.
    const getAgentName = (): string | undefined => server.server.getClientVersion()?.name;
    const client = createClient({
      url: options.url,
      clientName: getAgentName,
      ...(token !== undefined && { token }),
    });
    const server: McpServer = createMcpServer(
      {
        client,
        listen: (...listening) => subscribeToHub({ url: options.url, token }, ...listening),
        async getLastSeq() {
          const { seq, unsubscribe } = await subscribeToHub(
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
    // The process ends after the input has ended and all requests have been answered.
    await server.connect(new StdioServerTransport());
  } catch (failure) {
    throw toUsageError(failure);
  }
};
