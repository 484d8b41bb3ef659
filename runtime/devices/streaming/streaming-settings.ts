/** The settings for live-streaming platforms (C-161). */
import * as z from 'zod';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/**
 * Creates a check that an address is encrypted or local. The check is necessary because tokens are sent to the address.
 */
const isEncryptedOrLoopback =
  (unencrypted: string, encrypted: string) =>
  (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === encrypted || (protocol === unencrypted && isLoopback(hostname));
  };

const HttpUrl = z
  .string()
  .refine(
    isEncryptedOrLoopback('http:', 'https:'),
    'expected an https address, or an http address of this machine',
  );
const WebSocketUrl = z
  .string()
  .refine(isEncryptedOrLoopback('ws:', 'wss:'), 'expected a wss address, or a ws address of this machine');
const SettingText = z.string().min(1);

export const StreamingSettings = z.object({
  twitch: z
    .object({
      /** A user access token. The token's scopes determine which features are available. */
      accessToken: SettingText.optional(),
      /** The default channel. If absent, the channel of the token's user is used. */
      channel: SettingText.optional(),
      urls: z
        .object({
          id: z.exactOptional(HttpUrl),
          helix: z.exactOptional(HttpUrl),
          eventSub: z.exactOptional(WebSocketUrl),
          irc: z.exactOptional(WebSocketUrl),
        })
        .optional(),
    })
    .optional(),
  youtube: z
    .object({
      apiKey: SettingText.optional(),
      accessToken: SettingText.optional(),
      /** The id of the default video. If absent, the user's current live broadcast is used. */
      channel: SettingText.optional(),
      url: HttpUrl.optional(),
    })
    .optional(),
  kick: z
    .object({
      /** The WebSocket address, including the site's key. */
      url: WebSocketUrl,
      /** The id of the default chat room. */
      channel: SettingText.optional(),
      accessToken: SettingText.optional(),
      apiUrl: HttpUrl.optional(),
    })
    .optional(),
  tiktok: z.object({ url: WebSocketUrl, channel: SettingText.optional() }).optional(),
});

export type StreamingSettings = z.output<typeof StreamingSettings>;
