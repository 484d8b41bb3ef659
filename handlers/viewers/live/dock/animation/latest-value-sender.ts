/**
 * Creates a function that sends values one at a time. If several values arrive during a send, only the last one is sent
 * afterwards.
 */
export const createLatestValueSender = <T>(
  send: (value: T) => Promise<unknown>,
): ((value: T) => Promise<void>) => {
  let next: { readonly value: T } | undefined;
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (next) {
      const { value } = next;
      next = undefined;
      await send(value);
    }
    sending = undefined;
  };
  return (value) => {
    next = { value };
    sending ??= sendAll();
    return sending;
  };
};
