/** The numbers of the runtime link. */
export const linkLimits = {
  /** Largest message, in bytes, either way. */
  messageBytes: 33_554_432,
  /** Milliseconds from the connection to hello, and from hello to the state of the runtime. */
  helloMs: 10_000,
  /** Each side pings the other this often, in milliseconds. */
  heartbeatMs: 5_000,
  /** Whoever was silent for this long is taken to be gone, in milliseconds. */
  silenceMs: 15_000,
  /** How long the runtime that is there has to answer when another one knocks, in milliseconds. */
  knockMs: 2_000,
  /** Bytes that may wait to be sent: commands are refused beyond them, and high-volume events left out. */
  waitingBytes: 8_388_608,
} as const;

/** Versions of the protocol that this service speaks. */
export const linkProtocols: readonly number[] = [1];

/** JSON in text messages, MessagePack in binary ones. */
export const linkEncodings = ['json', 'messagepack'] as const;

/** Where the link is served. */
export const linkPath = '/runtime';
