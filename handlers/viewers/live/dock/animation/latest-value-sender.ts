/** Sends values one at a time. Of those that arrive during a send, only the last is sent. */
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
