import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { jsonCodec } from './json-codec.ts';
import { messagePackCodec } from './messagepack-codec.ts';
import { toRecord } from './json-records.ts';
import type { HubCodec } from './hub-codec.ts';

/** The encodings that a handshake may request. */
export const codecs: readonly HubCodec[] = [jsonCodec, messagePackCodec];

/**
 * Version 2 only adds messages that a negotiated stateful reconnect uses, so both versions are handled in the same way.
 */
const supportedVersions: readonly unknown[] = [1, 2];

/**
 * Parses the first record of a connection, which is always JSON, whichever encoding it requests.
 * @throws ProtocolError if the requested protocol isn't supported
 */
export const parseHandshake = (record: string): HubCodec => {
  const { protocol, version } = parseRecord(record);
  const codec = codecs.find(({ name }) => name === protocol);
  if (!codec) {
    const protocolNames = codecs.map(({ name }) => `'${name}'`).join(', ');
    throw new ProtocolError(
      `The protocol ${JSON.stringify(protocol)} is not supported. Use ${protocolNames}`,
    );
  }
  if (!supportedVersions.includes(version)) {
    throw new ProtocolError(
      `Version ${JSON.stringify(version)} is not supported. Use ${supportedVersions.join(' or ')}`,
    );
  }
  return codec;
};

/**
 * Creates the response to a handshake. The response is empty if the handshake is accepted; otherwise, it contains the
 * reason for the rejection.
 */
export const createHandshakeResponse = (error?: string): string =>
  toRecord(JSON.stringify(error === undefined ? {} : { error }));

const parseRecord = (record: string): { protocol?: unknown; version?: unknown } => {
  const expected =
    'A connection must begin with {"protocol":"json","version":1} and the record separator 0x1E';
  try {
    const value: unknown = JSON.parse(record);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    throw new ProtocolError(expected);
  }
  throw new ProtocolError(expected);
};
