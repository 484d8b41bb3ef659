import { expect, it } from 'vitest';
import { createWorkspace, runCli, startServer } from '../../fixtures/testing-cli.ts';

it('checks a server with only its URL and token: nothing fails, and the server logs no error', async () => {
  const workspace = await createWorkspace();
  const server = await startServer(workspace);
  try {
    const target = ['--url', server.url, '--token', server.token];
    const { code, stdout } = await runCli(['conform', ...target, '--seed', '1']);
    expect([code, stdout]).toEqual([
      4,
      expect.stringMatching(/^INCOMPLETE[\s\S]*^\d{3,} PASS, 0 FAIL, 0 WARN, 0 FLAKY/m),
    ]);
  } finally {
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    await workspace.dispose();
  }
}, 300_000);
