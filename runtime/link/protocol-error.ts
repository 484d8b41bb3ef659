/** The peer does not speak the protocol; the connection ends with this message as its reason. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
