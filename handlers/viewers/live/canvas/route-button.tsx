import { useLive } from '../app/live.ts';
import type { ComponentChildren } from 'preact';
import type { Route } from '#spec/client/index.ts';

interface RouteButtonProps {
  /** What it has the service do. */
  readonly needs: Route;
  readonly title?: string;
  readonly class?: string | undefined;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A button that is only there for services that can do what it is for; else it says so. */
export const RouteButton = ({ needs, title, disabled, ...rest }: RouteButtonProps) => {
  const { offer } = useLive().session;
  const isMissing = offer.value?.has(needs) === false;
  return (
    <button
      type="button"
      {...rest}
      title={isMissing ? `This service does not have ${needs}` : title}
      disabled={isMissing || disabled}
    />
  );
};
