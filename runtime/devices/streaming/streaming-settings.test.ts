import { expect, test } from 'vitest';
import { StreamingSettings } from './streaming-settings.ts';

const isAccepted = (settings: object): boolean => StreamingSettings.safeParse(settings).success;

test.each([
  ['wss://socket.example/app', true],
  ['ws://127.0.0.1:8080/', true],
  ['ws://[::1]:8080/', true],
  ['ws://localhost/', true],
  ['ws://socket.example/app', false],
  ['ws://127.0.0.1.example/', false],
  ['ws://localhost.example/', false],
  ['https://socket.example/', false],
  ['file:///etc/passwd', false],
  ['', false],
])('whether a token may be sent to the WebSocket %j: %s', (url, isAllowed) => {
  expect(isAccepted({ kick: { url } })).toBe(isAllowed);
  expect(isAccepted({ tiktok: { url } })).toBe(isAllowed);
  expect(isAccepted({ twitch: { urls: { irc: url } } })).toBe(isAllowed);
});

test.each([
  ['https://api.example', true],
  ['http://127.0.0.1:8080', true],
  ['http://2130706433:8080', true],
  ['http://api.example', false],
  ['http://169.254.169.254', false],
  ['wss://api.example', false],
])('whether a token may be sent to %j: %s', (url, isAllowed) => {
  expect(isAccepted({ youtube: { url } })).toBe(isAllowed);
  expect(isAccepted({ twitch: { urls: { helix: url } } })).toBe(isAllowed);
});

test('all settings are optional, and empty credentials count as missing', () => {
  expect(isAccepted({})).toBe(true);
  expect(isAccepted({ twitch: {}, youtube: {} })).toBe(true);
  expect(isAccepted({ kick: {} })).toBe(false);
  expect(isAccepted({ twitch: { accessToken: '' } })).toBe(false);
});
