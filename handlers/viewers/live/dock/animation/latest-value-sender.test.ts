import { expect, it } from 'vitest';
import { createLatestValueSender } from './latest-value-sender.ts';

it('sends the first value at once, and only the last of those that follow meanwhile', async () => {
  const sent: number[] = [];
  let respond = (): void => {};
  const send = createLatestValueSender<number>((value) => {
    sent.push(value);
    return new Promise<void>((resolve) => {
      respond = resolve;
    });
  });
  const done = send(1);
  void send(2);
  void send(3);
  expect(sent).toEqual([1]);
  respond();
  await expect.poll(() => sent).toEqual([1, 3]);
  respond();
  await done;
  void send(4);
  expect(sent).toEqual([1, 3, 4]);
});
