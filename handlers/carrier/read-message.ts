/** A message of somebody who shares the contract; undefined for what was sent by mistake. */
export const readMessage = <T extends object>(text: string): T | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
};
