/** Implements the parts of `node:net` that the service uses. */
import * as z from 'zod';

const version4 = z.ipv4();
const version6 = z.ipv6();

/** Returns 4 or 6 for an IP address of that version, or 0 for any other string. */
export const isIP = (text: string): 0 | 4 | 6 => {
  if (version4.safeParse(text).success) return 4;
  return version6.safeParse(text).success ? 6 : 0;
};
