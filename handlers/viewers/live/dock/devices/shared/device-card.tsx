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
  const isAvailable = unavailableReason === undefined;
  useEffect(() => {
    if (!isConnected || !isAvailable) return;
    const refreshAll = (): void => {
      if (document.visibilityState !== 'visible') return;
      for (const { refresh } of readings) void refresh();
    };
    refreshAll();
    const timer = setInterval(refreshAll, readIntervalMs);
    return () => clearInterval(timer);
    // the readings of a card are always the same
  }, [isConnected, isAvailable]);
  const readError = readings.map((reading) => reading.error.value).find((reason) => reason !== undefined);
  return (
    <section class={isAvailable ? 'device' : 'device missing'} aria-label={title}>
      <header class="line">
        <h3 class="grow">{title}</h3>
        <span class={readError ? 'trouble' : 'quiet'}>
          {isAvailable ? (readError ?? state) : 'not offered'}
        </span>
      </header>
      {isAvailable ? children : <p class="quiet">{unavailableReason}</p>}
    </section>
  );
};
