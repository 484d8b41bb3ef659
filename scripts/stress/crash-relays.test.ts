import { describe, expect, it } from 'vitest';
import { startCliProcess, builtCliPath } from '../../bench/start-cli-process.ts';
import { startTemporaryServer } from '../../bench/start-temporary-server.ts';
import { natsSkipReason, startNatsServer } from '../../bench/start-nats-server.ts';
import { runCli } from '../../fixtures/testing-cli.ts';
import { crashRelays } from './crash-relays.ts';

const skipReason = natsSkipReason ? ` (${natsSkipReason})` : '';

describe.skipIf(natsSkipReason)(`relays${skipReason}`, () => {
  it('lose no event for any subscriber when they and their NATS server are killed', async () => {
    const outcome = await crashRelays({ subscribers: 30, relays: 2, deliveries: 6_000, kills: 4 });
    expect(outcome).toMatchObject({ problems: [], declared: 0, deliveries: 30 * 201 });
  }, 120_000);

  it('pass the hub audits of the kit', async () => {
    const nats = await startNatsServer();
    const service = await startTemporaryServer(builtCliPath, 'embedded', ['--nats', nats.url]);
    const { settingsFile, token } = service;
    const relay = await startCliProcess(builtCliPath, [
      ...['relay', '--nats', nats.url, '--port', '0', '--settings-file', settingsFile, '--json'],
    ]);
    const target = ['--url', String(relay.readyMessage.url), '--token', token];
    const { stdout } = await runCli(['conform', ...target, '--only', 'L3', '--seed', '1']);
    await relay.stop();
    await service.stop();
    await nats.close();
    expect(stdout).toMatch(/^\d{2,} PASS, 0 FAIL, 0 WARN, 0 FLAKY/m);
  }, 300_000);
});
