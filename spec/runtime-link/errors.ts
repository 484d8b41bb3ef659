/** Codes of JSON-RPC errors on the runtime link. */
export const linkErrors = {
  methodNotFound: { code: -32_601, meaning: 'There is no such command' },
  invalidParams: { code: -32_602, meaning: 'The params of a command are not as described' },
  internal: { code: -32_603, meaning: 'The runtime failed in a way that no code tells' },
  refused: { code: -32_000, meaning: 'The runtime refuses the command; `data` is a LinkFailure' },
  occupied: { code: -32_001, meaning: 'Another runtime is connected, and answers' },
  protocol: { code: -32_002, meaning: 'No version of the protocol is spoken by both' },
} as const;

/** Codes with which the connection is closed (RFC 6455, section 7.4), beside 1000 and 1001. */
export const linkCloseCodes = {
  /** The other side does not keep to the protocol; the reason says how. */
  breach: 1002,
  tooLarge: 1009,
  /** Hello was refused. */
  refused: 4001,
  /** Another runtime has taken over, as this one no longer answered. */
  replaced: 4002,
  /** Nothing came in time. */
  silent: 4003,
} as const;
