/** Limits and timings of the runtime link. */
export const linkLimits = {
  /** Maximum message in either direction, in bytes. */
  messageBytes: 33_554_432,
  /** Limit from the connection to hello, and from hello to the state of the runtime, in milliseconds. */
  helloMs: 10_000,
  /** Interval at which each side pings the other, in milliseconds. */
  heartbeatMs: 5_000,
  /** A side that sends nothing for this long counts as disconnected, in milliseconds. */
  silenceMs: 15_000,
  /** Limit for the connected runtime to respond when another one connects, in milliseconds. */
  knockMs: 2_000,
  /**
   * Maximum number of bytes that wait to be sent. Beyond it, commands are rejected and high-volume events are dropped.
   */
  waitingBytes: 8_388_608,
} as const;

/** Protocol versions that this service supports. */
export const linkProtocols: readonly number[] = [1];

/** JSON in text messages, MessagePack in binary ones. */
export const linkEncodings = ['json', 'messagepack'] as const;

/** The path at which the link is served. */
export const linkPath = '/runtime';
