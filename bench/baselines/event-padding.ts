const typicalMessageText = 'bench00000probe#00000000';

/**
 * Returns the spaces that pad an event to the requested length.
 * @param envelope the text of the event without its message and without the padding
 */
export const createPadding = (messageBytes: number, envelope: string): string =>
  ' '.repeat(Math.max(0, messageBytes - envelope.length - typicalMessageText.length));
