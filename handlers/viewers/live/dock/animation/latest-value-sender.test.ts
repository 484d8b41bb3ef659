import { expect, it } from 'vitest';
import { createLatestValueSender } from './latest-value-sender.ts';

it('sends the first value at once, and only the last of those that follow meanwhile', async () => {
  const sent: number[] = [];
  let answer = (): void => {};
  const send = createLatestValueSender<number>((value) => {
    sent.push(value);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
  const done = send(1);
  void send(2);
  void send(3);
  expect(sent).toEqual([1]);
  answer();
  await expect.poll(() => sent).toEqual([1, 3]);
  answer();
  await done;
  void send(4);
  expect(sent).toEqual([1, 3, 4]);
});
