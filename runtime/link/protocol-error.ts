/** A protocol violation by the peer. The connection is closed, with the error message as the reason. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
