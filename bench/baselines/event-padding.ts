const typicalMessageText = 'bench00000probe#00000000';

/** Blanks that bring an event to the wanted length. @param around everything of it but the message and the blanks. */
export const createPadding = (messageBytes: number, around: string): string =>
  ' '.repeat(Math.max(0, messageBytes - around.length - typicalMessageText.length));
