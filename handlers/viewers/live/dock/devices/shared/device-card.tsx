import { useEffect } from 'preact/hooks';
import { useLivePage } from '../../../app/live-page-context.ts';
import type { ComponentChildren } from 'preact';
import type { RefreshableValue } from './refreshable-value.ts';

interface DeviceCardProps {
  readonly title: string;
  /** How it is, in a few words. */
  readonly state: string;
  /** Why none of it can be used. */
  readonly unavailableReason: string | undefined;
  /** What is read of it while it is seen: others may change it, too. */
  readonly readings: readonly Pick<RefreshableValue<unknown>, 'error' | 'refresh'>[];
  /** What can be done with it, and what came from it last. */
  readonly children: ComponentChildren;
}

/** How often a device is read, in milliseconds. */
const readIntervalMs = 2_000;

/** A device, or why there is none. */
export const DeviceCard = ({ title, state, unavailableReason, readings, children }: DeviceCardProps) => {
  const isConnected = useLivePage().session.state.value === 'connected';
  const isThere = unavailableReason === undefined;
  useEffect(() => {
    if (!isConnected || !isThere) return;
    const look = (): void => {
      if (document.visibilityState !== 'visible') return;
      for (const { refresh } of readings) void refresh();
    };
    look();
    const timer = setInterval(look, readIntervalMs);
    return () => clearInterval(timer);
    // the readings of a card are always the same
  }, [isConnected, isThere]);
  const trouble = readings.map((reading) => reading.error.value).find((reason) => reason !== undefined);
  return (
    <section class={isThere ? 'device' : 'device missing'} aria-label={title}>
      <header class="line">
        <h3 class="grow">{title}</h3>
        <span class={trouble ? 'trouble' : 'quiet'}>{isThere ? (trouble ?? state) : 'not offered'}</span>
      </header>
      {isThere ? children : <p class="quiet">{unavailableReason}</p>}
    </section>
  );
};
