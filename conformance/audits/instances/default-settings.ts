import { defineAuditArea } from '../../audit.ts';
import { canConnect, listExternalAddresses } from '../../target/network-addresses.ts';

const defaultSettings = defineAuditArea('default-settings', 'defaultSettings');

const connectTimeoutMs = 2_000;

const getPort = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));

/** Audits of a target that runs with its default settings. */
export const audits = [
  defaultSettings.audit('plain-loopback', ['LAN-001'], async (t) => {
    const health = await t.http.get('/api/health');
    t.given(health.ok, 'health answers', { actual: health.status });
    t.mustEqual(new URL(t.target.url).protocol, 'http:', 'the service uses plain HTTP');
    t.must(t.target.loopback, 'the service listens on loopback', { actual: t.target.url });
  }),
  defaultSettings.audit('local-only', ['OVER-LOCAL-001'], async (t) => {
    const url = new URL(t.target.url);
    t.given((await t.http.get('/api/health')).ok, 'health answers');
    t.must(t.target.loopback, 'the service listens on loopback', { actual: t.target.url });
    const addresses = listExternalAddresses();
    t.given(addresses.length > 0, 'an address of this machine other than loopback');
    for (const address of addresses) {
      const started = performance.now();
      const isReachable = await canConnect(address, getPort(url), connectTimeoutMs);
      t.record({
        transport: 'http',
        request: { method: 'CONNECT', url: `tcp://${address}:${getPort(url)}`, headers: {} },
        ...(isReachable && { response: { status: 200, headers: {}, body: 'accepted' } }),
        ms: Math.round(performance.now() - started),
      });
      t.must(!isReachable, `no connection is accepted at ${address}`);
    }
  }),
];
