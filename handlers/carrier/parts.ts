/** Cuts messages that are larger than the carrier takes at once: the first byte of each part tells whether more come. */
const last = 0;
const more = 1;

export const toParts = (message: Uint8Array, largest: number): Uint8Array[] => {
  const room = largest - 1;
  const count = Math.max(1, Math.ceil(message.length / room));
  return Array.from({ length: count }, (_, index) => {
    const content = message.subarray(index * room, (index + 1) * room);
    const part = new Uint8Array(content.length + 1);
    part[0] = index === count - 1 ? last : more;
    part.set(content, 1);
    return part;
  });
};

/** Puts the parts of one message together. */
export interface Gathering {
  /** @returns the message when this was its last part */
  add(part: Uint8Array): Buffer | undefined;
  readonly bytes: number;
}

export const createGathering = (): Gathering => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(part) {
      parts.push(part.subarray(1));
      bytes += part.length - 1;
      return part[0] === more ? undefined : Buffer.concat(parts);
    },
    get bytes() {
      return bytes;
    },
  };
};
