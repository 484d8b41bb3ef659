/** The peer violates the protocol. The connection closes with this message as the reason. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
