/** Limits and timings of the runtime link. */
export const linkLimits = {
  /** Maximum size of a message in either direction, in bytes. */
  messageBytes: 33_554_432,
  /** Time limit in milliseconds from connecting until hello, and from hello until the runtime's state. */
  helloMs: 10_000,
  /** Interval at which each side pings the other, in milliseconds. */
  heartbeatMs: 5_000,
  /** Time in milliseconds after which a side that sends nothing counts as disconnected. */
  silenceMs: 15_000,
  /** Time limit in milliseconds within which the connected runtime must respond when another runtime connects. */
  knockMs: 2_000,
  /**
   * Maximum number of bytes waiting to be sent. Beyond this limit, commands are rejected and high-volume events are
   * dropped.
   */
  waitingBytes: 8_388_608,
} as const;

/** Protocol versions that this service supports. */
export const linkProtocols: readonly number[] = [1];

/** JSON is sent in text messages, and MessagePack in binary messages. */
export const linkEncodings = ['json', 'messagepack'] as const;

/** The path at which the runtime link is served. */
export const linkPath = '/runtime';
