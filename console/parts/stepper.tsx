import { Icon } from './icon.tsx';
import { Moment } from './values.tsx';
import './stepper.css';

interface StepperStep {
  key: string;
  label: string;
  /** When the record reached this step, such as `shipped`. Undefined if it has not reached the step. */
  at: string | undefined;
  /** Whether the step ended the progress early, for example a cancellation. */
  isEnd?: boolean;
}

interface StepperProps {
  label: string;
  steps: readonly StepperStep[];
  /** The key of the step where the record is now. */
  current: string;
}

export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ key, label: step, at, isEnd = false }) => (
        <li
          key={key}
          data-reached={at !== undefined}
          data-ended={isEnd}
          {...(key === current && { 'aria-current': 'step' as const })}
        >
          <span className="steps-mark">{at !== undefined && <Icon name="done" size={12} />}</span>
          <span>{step}</span>
          {at !== undefined && <Moment at={at} />}
        </li>
      ))}
    </ol>
  );
}
