/** A violation of the protocol by the peer. The connection is closed with the message as the reason. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
