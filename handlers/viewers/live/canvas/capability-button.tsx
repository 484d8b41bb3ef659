import { useLivePage } from '../app/live-page-context.ts';
import type { ComponentChildren } from 'preact';
import type { Route } from '#spec/client/index.ts';

interface CapabilityButtonProps {
  /** The route that the button's command calls. */
  readonly requiredRoute: Route;
  readonly title?: string;
  readonly class?: string | undefined;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A button that is disabled, with an explanation, if the service doesn't have the required route. */
export const CapabilityButton = ({ requiredRoute, title, disabled, ...rest }: CapabilityButtonProps) => {
  const { capabilities } = useLivePage().session;
  const isMissing = capabilities.value?.hasRoute(requiredRoute) === false;
  return (
    <button
      type="button"
      {...rest}
      title={isMissing ? `This service does not have ${requiredRoute}` : title}
      disabled={isMissing || disabled}
    />
  );
};
