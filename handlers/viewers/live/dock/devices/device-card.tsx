import { useEffect } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { repeatWhileVisible } from '../../session/store-helpers.ts';
import type { ComponentChildren, ComponentProps } from 'preact';
import type { SceneEvent } from '#spec/client/index.ts';
import type { RefreshableValue } from './refreshable-value.ts';

interface DeviceCardProps {
  readonly title: string;
  readonly state: string;
  /** The reason why the device is unavailable, or `undefined` if the device is available. */
  readonly unavailableReason: string | undefined;
  /** Values that are read again at intervals while the card is visible, because other clients may change them. */
  readonly readings: readonly Pick<RefreshableValue<unknown>, 'error' | 'refresh'>[];
  readonly children: ComponentChildren;
}

const readIntervalMs = 2_000;

/** Shows a device, or the reason why it is unavailable. */
export const DeviceCard = ({ title, state, unavailableReason, readings, children }: DeviceCardProps) => {
  const isConnected = useLivePage().session.state.value === 'connected';
  const isAvailable = unavailableReason === undefined;
  useEffect(() => {
    if (!isConnected || !isAvailable) return;
    return repeatWhileVisible(readIntervalMs, () => {
      for (const { refresh } of readings) void refresh();
    });
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

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** The reason why the button is disabled, or `undefined` if the button is enabled. */
  readonly unavailableReason: string | undefined;
  readonly isSubmit?: boolean;
};

/** A button that is disabled if the service lacks the required feature. */
export const AvailabilityButton = ({ unavailableReason, isSubmit, ...rest }: AvailabilityButtonProps) => (
  <button
    {...rest}
    type={isSubmit ? 'submit' : 'button'}
    disabled={unavailableReason !== undefined}
    title={unavailableReason}
  />
);

interface RecentEventListProps<Event extends SceneEvent> {
  readonly label: string;
  readonly events: readonly Event[];
  readonly describe: (event: Event) => string;
  readonly hint: string;
}

/** Lists a device's latest events. Each entry can be expanded to show all of its data. */
export const RecentEventList = <Event extends SceneEvent>({
  label,
  events,
  describe,
  hint,
}: RecentEventListProps<Event>) => (
  <ul class="latest" aria-label={label}>
    {events.map((event) => (
      <li key={event.id}>
        <details>
          <summary>{describe(event)}</summary>
          <pre>{JSON.stringify(event.data, undefined, 2)}</pre>
        </details>
      </li>
    ))}
    {events.length === 0 && <li class="quiet">{hint}</li>}
  </ul>
);
