/** JSON-RPC error codes on the runtime link. */
export const linkErrors = {
  methodNotFound: { code: -32_601, meaning: 'There is no such command' },
  invalidParams: { code: -32_602, meaning: 'The params of a command are invalid' },
  internal: { code: -32_603, meaning: 'The runtime failed with an error that has no code' },
  refused: { code: -32_000, meaning: 'The command failed. `data` is a LinkFailure' },
  occupied: { code: -32_001, meaning: 'Another runtime is connected and responds' },
  protocol: { code: -32_002, meaning: 'The two sides have no protocol version in common' },
} as const;

/** Codes with which the connection is closed (RFC 6455, section 7.4), in addition to 1000 and 1001. */
export const linkCloseCodes = {
  /** The other side violated the protocol. The close reason says how. */
  breach: 1002,
  tooLarge: 1009,
  /** The hello message was rejected. */
  refused: 4001,
  /** Another runtime replaced this runtime, which no longer responded. */
  replaced: 4002,
  /** Nothing was received from the other side in time. */
  silent: 4003,
  /** A runtime in a browser closes, instead of 1002 and 1009, which browsers can't send. */
  browser: 4004,
} as const;
