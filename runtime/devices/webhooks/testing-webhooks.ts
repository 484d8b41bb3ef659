/** Helpers for webhook tests: a device that records its events, and a function that sends requests as raw bytes. */
import { connect } from 'node:net';
import { createWebhookDevice, type WebhookDeviceOptions } from './webhook-device.ts';
import type { WebhookListener, WebhookDeviceEvent } from '../../integrations/webhooks.ts';

/** Opens a device and adds a method that returns the device's new events. */
export const openTestWebhookDevice = (options: Partial<WebhookDeviceOptions> = {}) => {
  const device = createWebhookDevice({
    address: () => ({ host: '127.0.0.1', port: 0, names: [] }),
    ...options,
    limits: { lingerMs: 100, ...options.limits },
  });
  const events: WebhookDeviceEvent[] = [];
  device.onEvent((event) => events.push(event));
  const listen = async (path: string, listener: Partial<WebhookListener> = {}): Promise<string> =>
    (await device.addListener({
      ...{ listenerId: path, path, methods: ['POST'], secret: undefined },
      ...listener,
    })) + path;
  return {
    ...{ device, events, listen },
    eventsOfKind: <K extends WebhookDeviceEvent['kind']>(kind: K) =>
      events.filter((event): event is Extract<WebhookDeviceEvent, { kind: K }> => event.kind === kind),
  };
};

/** Sends raw bytes. Resolves with everything that is received before the connection ends. */
export const sendRawRequest = (url: string, ...parts: readonly (string | Buffer)[]): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let received = '';
    for (const part of parts) socket.write(part);
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
