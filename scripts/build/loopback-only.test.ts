import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { takeBlockedHosts } from '../../.config/loopback-only.ts';

// The addresses come from the ranges that are reserved for documentation.
it.each<[string, () => unknown]>([
  ['fetch', () => fetch('http://192.0.2.1/')],
  ['fetch by a name', () => fetch('https://example.com/')],
  ['a WebSocket', () => new Promise((_, reject) => new WebSocket('ws://192.0.2.1').once('error', reject))],
  ['a socket', async () => connect(80, '192.0.2.1')],
  ['a socket by options', async () => connect({ port: 80, host: '2001:db8::1' })],
  ['a secure socket', async () => connectSecurely(443, 'example.com')],
])('no test can leave this computer by %s', async (_, connectOut) => {
  await expect(connectOut()).rejects.toThrow();
  expect(takeBlockedHosts()).toHaveLength(1);
});
