import { useId } from 'preact/hooks';
import { ErrorMessage } from '../components/error-message.tsx';
import type { ComponentChildren } from 'preact';

/** The fields that describe an input or an output of a graph. */
type InterfaceField = 'name' | 'type' | 'direction' | 'default' | 'value' | 'description';

/** Why the service has rejected a field, or all of them. */
export interface FieldError {
  readonly field: InterfaceField | undefined;
  readonly code?: string | undefined;
  readonly message: string;
}

interface FieldRowProps {
  readonly label: string;
  readonly field: InterfaceField;
  readonly error: FieldError | undefined;
  /** Renders the control. Its accessible name must contain the label. */
  readonly children: (errorId: string | undefined) => ComponentChildren;
}

/** A control with its label before it, and the service's error below it. */
export const FieldRow = ({ label, field, error, children }: FieldRowProps) => {
  const id = useId();
  const ownError = error?.field === field ? error : undefined;
  return (
    <div class="interface-field">
      <span aria-hidden="true">{label}</span>
      {children(ownError && id)}
      {ownError && <ErrorMessage id={id} error={ownError} />}
    </div>
  );
};

/** The attributes of a control whose text the service has rejected. */
export const getInvalidAttributes = (errorId: string | undefined) => ({
  'aria-invalid': errorId !== undefined,
  'aria-describedby': errorId,
});
