import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import { useLivePage } from '../../app/live-page-context.ts';
import { repeatWhileVisible } from '../../session/store-helpers.ts';
import type { ComponentChildren, ComponentProps } from 'preact';
import type { SceneEvent } from '#spec/client/index.ts';
import type { RefreshableValue } from './refreshable-value.ts';
import type { FeatureAvailability } from '../../session/feature-availability.ts';

type Feature = Parameters<FeatureAvailability['getUnavailableReason']>[0];

export const FeatureAvailabilityContext = createContext<FeatureAvailability | undefined>(undefined);

/** Returns the reason why a feature is unavailable, or `undefined` if the feature is available. */
export const useUnavailableReason = (feature: Feature): string | undefined =>
  useContext(FeatureAvailabilityContext)?.getUnavailableReason(feature);

interface DeviceCardProps {
  readonly title: string;
  readonly state: string;
  readonly requiredFeature: Feature;
  /** Values that are read again at intervals while the card is visible, because other clients may change them. */
  readonly readings: readonly Pick<RefreshableValue<unknown>, 'value' | 'error' | 'refresh'>[];
  readonly children: ComponentChildren;
}

const readIntervalMs = 2_000;

/** Shows a device, or the reason why it is unavailable. */
export const DeviceCard = ({ title, state, requiredFeature, readings, children }: DeviceCardProps) => {
  const unavailableReason = useUnavailableReason(requiredFeature);
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
  const isLoading = readings.some(
    ({ value, error }) => value.value === undefined && error.value === undefined,
  );
  return (
    <section
      class={isAvailable ? 'device' : 'device missing'}
      aria-label={title}
      aria-busy={isAvailable && isLoading}
    >
      <header class="line">
        <h2 class="grow">{title}</h2>
        <span class={readError ? 'trouble' : 'quiet'}>
          {isAvailable ? (readError ?? state) : 'not offered'}
        </span>
      </header>
      {isAvailable ? children : <p class="quiet">{unavailableReason}</p>}
    </section>
  );
};

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  readonly requiredFeature: Feature;
  /** Another reason why the button is disabled. */
  readonly disabledReason?: string | undefined;
  readonly isSubmit?: boolean;
};

/** A button that is disabled, with an explanation, if the service lacks the required feature. */
export const AvailabilityButton = (props: AvailabilityButtonProps) => {
  const { requiredFeature, disabledReason, isSubmit, class: added, ...rest } = props;
  const reason = useUnavailableReason(requiredFeature) ?? disabledReason;
  return (
    <button
      {...rest}
      class={`button outlined ${added ?? ''}`}
      type={isSubmit ? 'submit' : 'button'}
      disabled={reason !== undefined}
      title={reason}
    />
  );
};

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
