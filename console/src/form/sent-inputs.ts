import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Beside a form whose request has no known answer: other entries would be another request, done besides the first. */
export const STAYS =
  'The form stays as it was sent until its answer is known. Send it again: it counts once, however often it is sent.';

/**
 * Shows again what was sent where the answer was lost: inputs may have been changed while it was under way.
 * @returns to be called with the inputs that are sent
 */
export function useSentInputs<Inputs extends FieldValues>(
  form: UseFormReturn<Inputs>,
  isInDoubt: boolean,
): (inputs: Inputs) => void {
  const sent = useRef<Inputs>(undefined);
  useEffect(() => {
    if (isInDoubt && sent.current) form.reset(sent.current, { keepDefaultValues: true, keepErrors: true });
  }, [form, isInDoubt]);
  return (inputs) => {
    if (!isInDoubt) sent.current = structuredClone(inputs);
  };
}
