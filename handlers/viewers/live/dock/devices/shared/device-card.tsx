import { useEffect } from 'preact/hooks';
import { useLivePage } from '../../../app/live-page-context.ts';
import type { ComponentChildren } from 'preact';
import type { RefreshableValue } from './refreshable-value.ts';

interface DeviceCardProps {
  readonly title: string;
  /** Its state in a few words. */
  readonly state: string;
  /** Why the device is unavailable. */
  readonly unavailableReason: string | undefined;
  /** Values that are reread while the card is visible, since other clients may change them. */
  readonly readings: readonly Pick<RefreshableValue<unknown>, 'error' | 'refresh'>[];
  /** Its controls and latest events. */
  readonly children: ComponentChildren;
}

/** How often the values are reread, in milliseconds. */
const readIntervalMs = 2_000;

/** A device, or why it is unavailable. */
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
