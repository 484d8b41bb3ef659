import { useEffect } from 'preact/hooks';
import { useLive } from '../../../app/live.ts';
import type { ComponentChildren } from 'preact';
import type { Reading } from './reading.ts';

interface DeviceCardProps {
  readonly title: string;
  /** How it is, in a few words. */
  readonly state: string;
  /** Why none of it can be used. */
  readonly lacks: string | undefined;
  /** What is read of it while it is seen: others may change it, too. */
  readonly readings: readonly Pick<Reading<unknown>, 'trouble' | 'refresh'>[];
  /** What can be done with it, and what came from it last. */
  readonly children: ComponentChildren;
}

/** How often a device is read, in milliseconds. */
const lookMs = 2_000;

/** A device, or why there is none. */
export const DeviceCard = ({ title, state, lacks, readings, children }: DeviceCardProps) => {
  const isConnected = useLive().session.state.value === 'connected';
  const isThere = lacks === undefined;
  useEffect(() => {
    if (!isConnected || !isThere) return;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      for (const { refresh } of readings) void refresh();
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
    // the readings of a card are always the same
  }, [isConnected, isThere]);
  const trouble = readings.map((reading) => reading.trouble.value).find((reason) => reason !== undefined);
  return (
    <section class={isThere ? 'device' : 'device missing'} aria-label={title}>
      <header class="line">
        <h3 class="grow">{title}</h3>
        <span class={trouble ? 'trouble' : 'quiet'}>{isThere ? (trouble ?? state) : 'not offered'}</span>
      </header>
      {isThere ? children : <p class="quiet">{lacks}</p>}
    </section>
  );
};
