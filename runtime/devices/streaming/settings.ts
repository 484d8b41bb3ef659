/** What the settings hold for live-streaming platforms (register: C-161). */
import * as z from 'zod';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** Tokens travel to these addresses: they are encrypted, unless they lead nowhere else. */
const isSafe =
  (plain: string, encrypted: string) =>
  (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === encrypted || (protocol === plain && isLoopback(hostname));
  };

const http = z
  .string()
  .refine(isSafe('http:', 'https:'), 'expected an https address, or an http address of this machine');
const socket = z
  .string()
  .refine(isSafe('ws:', 'wss:'), 'expected a wss address, or a ws address of this machine');
const text = z.string().min(1);

export const StreamingSettings = z.object({
  twitch: z
    .object({
      /** A user access token; what it may is told by its scopes. */
      accessToken: text.optional(),
      /** The channel that is meant when none is named; that of the user when absent. */
      channel: text.optional(),
      urls: z.object({ id: http, helix: http, eventSub: socket, irc: socket }).partial().optional(),
    })
    .optional(),
  youtube: z
    .object({
      apiKey: text.optional(),
      accessToken: text.optional(),
      /** Id of the video that is meant when none is named; the broadcast of the user that is live when absent. */
      channel: text.optional(),
      url: http.optional(),
    })
    .optional(),
  kick: z
    .object({
      /** Address of the socket, with the key of the site in it. */
      url: socket,
      /** Id of the chatroom that is meant when none is named. */
      channel: text.optional(),
      accessToken: text.optional(),
      apiUrl: http.optional(),
    })
    .optional(),
  tiktok: z.object({ url: socket, channel: text.optional() }).optional(),
});

export type StreamingSettings = z.output<typeof StreamingSettings>;
